import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ValidationError } from "../../lib/errors.ts";
import { getInputName } from "../content.ts";
import { detachBuffer } from "../../lib/workers/transferable.ts";

/** Bytes per read. */
const BUFFER_BYTES = 1024 ** 2;

/**
 * Reads a file, or standard input (`-`), in constant memory. The bytes are valid until `write`
 * returns. Throws ValidationError for an unreadable file.
 */
export async function readFileBytes(file = "-", write: (bytes: Uint8Array) => void): Promise<void> {
  try {
    if (file === "-") await readStandardInput(write);
    else await readBuffered(file, write);
  } catch (error) {
    throw ValidationError.at([getInputName(file)], `cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Opens a file, or standard input (`-`), as a stream. Throws ValidationError for an unreadable
 * file.
 */
export async function openFileStream(file: string): Promise<Readable> {
  if (file === "-") return process.stdin;
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    throw ValidationError.at([file], `cannot be read: ${(error as Error).message}`);
  }
}

async function readStandardInput(write: (bytes: Uint8Array) => void): Promise<void> {
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    write(chunk);
    detachBuffer(chunk);
  }
}

/** Reads with two buffers, so that the next bytes are read while `write` works. */
async function readBuffered(file: string, write: (bytes: Uint8Array) => void): Promise<void> {
  const handle = await open(file);
  try {
    let spare = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    let pending = handle.read(Buffer.allocUnsafeSlow(BUFFER_BYTES));
    for (;;) {
      const { bytesRead, buffer } = await pending;
      if (bytesRead === 0) return;
      pending = handle.read(spare);
      // Ignored here, because the caller awaits the result and reports the failure.
      pending.catch(() => undefined);
      write(buffer.subarray(0, bytesRead));
      spare = buffer;
    }
  } finally {
    await handle.close();
  }
}
