import { randomFillSync } from "node:crypto";
import { rmSync } from "node:fs";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Size of the reserve in bytes. On a full disk it must hold the part of the log that is not copied
 * into the data file yet. A checkpoint starts at a quarter of the reserve, and captures continue
 * during it.
 */
const MAX_BYTES = 32 * 1024 ** 2;

/** The reserve takes at most this part of the free space, so that it does not fill a small disk. */
const MAX_SHARE = 1 / 20;

/** A smaller reserve would not hold the log of a purge. */
const MIN_BYTES = 256 * 1024;

/**
 * With more free space no reserve is kept, because the disk cannot fill up before the next purge,
 * 20 s later.
 */
const MAX_FREE_BYTES = 2 * 1024 ** 3;

const CHUNK_BYTES = 256 * 1024;

/**
 * Creates the reserve beside the data file when the disk has little space left: a file that
 * occupies space until the disk is full. Then the writer deletes it, because even a deletion of
 * records needs space for the log. Resolves with its size, which is 0 without one. Never rejects.
 */
export async function ensureReserve(dataFile: string): Promise<number> {
  const file = getReservePath(dataFile);
  try {
    const existing = await stat(file).catch(() => undefined);
    if (existing) return existing.size;
    const { bavail, bsize } = await statfs(dirname(file));
    const freeBytes = bavail * bsize;
    const size = Math.min(MAX_BYTES, Math.floor(freeBytes * MAX_SHARE));
    if (size < MIN_BYTES || freeBytes > MAX_FREE_BYTES) return 0;
    await writeReserve(`${file}.new`, size);
    await rename(`${file}.new`, file);
    return size;
  } catch {
    await rm(`${file}.new`, { force: true }).catch(() => {});
    return 0;
  }
}

/** Deletes the reserve, which frees its space. */
export function releaseReserve(dataFile: string): void {
  rmSync(getReservePath(dataFile), { force: true });
}

function getReservePath(dataFile: string): string {
  return `${dataFile}.reserve`;
}

async function writeReserve(file: string, size: number): Promise<void> {
  // Random bytes, because file systems may compress zeros or store them as holes.
  const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES));
  const handle = await open(file, "w", 0o600);
  try {
    for (let remaining = size; remaining > 0; remaining -= CHUNK_BYTES) {
      await handle.write(chunk, 0, Math.min(remaining, CHUNK_BYTES));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
