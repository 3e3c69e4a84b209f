import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UnavailableError } from "../../lib/errors.ts";
import type { SharedText } from "../../lib/shared-text.ts";

const MARKER = ".sundry-files";

/** Milliseconds for which a folder that was found equal is trusted. */
const TRUSTED_MS = 5000;

/** A folder that every process uses, which they know by a marker in it. */
export class SharedFolder {
  readonly #folder: string | undefined;
  readonly #marker: SharedText | undefined;
  #checkedMs = -Infinity;

  /** `marker` is absent where the store belongs to one process. */
  constructor(folder: string | undefined, marker: SharedText | undefined) {
    this.#folder = folder;
    this.#marker = marker;
  }

  /**
   * Rejects with an UnavailableError where there is no folder or other processes have another one,
   * and with a StoreError.
   */
  async check(): Promise<void> {
    if (!this.#marker && this.#folder !== undefined) return;
    if (performance.now() - this.#checkedMs < TRUSTED_MS) return;
    if (!(await this.#isShared()))
      throw new UnavailableError(
        "Jobs need FILES_DIR, a directory that all processes share.",
        "overloaded",
        60,
      );
    this.#checkedMs = performance.now();
  }

  async #isShared(): Promise<boolean> {
    const folder = this.#folder;
    if (folder === undefined || !this.#marker) return false;
    const expected = await this.#marker.read();
    const marker = await readMarker(folder);
    if (expected !== undefined) return marker === expected;
    const created = marker ?? (await createMarker(folder));
    await this.#marker.write(created);
    return (await this.#marker.read()) === created;
  }
}

async function readMarker(folder: string): Promise<string | undefined> {
  return readFile(join(folder, MARKER), "utf8").catch(() => undefined);
}

/** Returns the marker of the process that was first, where several create one. */
async function createMarker(folder: string): Promise<string> {
  const marker = randomBytes(16).toString("hex");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, MARKER);
  await writeFile(file, marker, { flag: "wx", mode: 0o600 }).catch(() => undefined);
  return (await readMarker(folder)) ?? marker;
}
