import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ValidationError } from "../../lib/errors.ts";
import { type BodyKind, findKindOfFile } from "../../jobs/rows/body.ts";

/** The file of the rows, which is read twice: to check and count them, and to run them. */
export interface BatchInput {
  path: string;
  kind: BodyKind;
  read(): AsyncIterable<Uint8Array>;
  /** Deletes a copy of standard input. */
  close(): void;
}

/**
 * Opens a file, or a copy of standard input (`-`). Rejects with a ValidationError for a file that
 * cannot be read.
 */
export async function openInput(
  file: string,
  kind: BodyKind | undefined,
  signal: AbortSignal,
): Promise<BatchInput> {
  const { path, close } =
    file === "-" ? await copyStandardInput(signal) : { path: file, close() {} };
  try {
    if (!statSync(path).isFile()) throw new Error("it is not a file");
    return {
      path,
      kind: kind ?? (file === "-" ? undefined : findKindOfFile(file)) ?? (await detectKind(path)),
      read: () => createReadStream(path),
      close,
    };
  } catch (error) {
    close();
    throw ValidationError.at([file], `cannot be read: ${(error as Error).message}`);
  }
}

async function copyStandardInput(signal: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), "sundry-rows-"));
  const path = join(folder, "rows");
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }), { signal });
    return { path, close };
  } catch (error) {
    close();
    throw error;
  }
}

const START_BYTES = 4096;

/** Returns the kind of a file by its beginning. */
async function detectKind(path: string): Promise<BodyKind> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  await file.close();
  const start = buffer
    .toString("utf8", 0, bytesRead)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (start.startsWith("[") || /^\{\s*"rows"/.test(start)) return "json";
  return start.startsWith("{") ? "ndjson" : "table";
}
