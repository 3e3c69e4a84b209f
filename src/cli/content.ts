import { createReadStream } from "node:fs";
import { ValidationError } from "../lib/errors.ts";

/**
 * Returns the text of a file, or of standard input (`-`), up to `maxBytes` bytes. Throws
 * ValidationError for content that cannot be read, is too large, or is not UTF-8, because other
 * bytes would be changed.
 */
export async function readContent(file: string | undefined, maxBytes: number): Promise<string> {
  const bytes = await readBytes(file, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw ValidationError.at([getName(file)], "must be UTF-8 text");
  }
}

function getName(file: string | undefined): string {
  return file === undefined || file === "-" ? "standard input" : file;
}

/**
 * Returns the bytes of a file, or of standard input (`-`). Throws ValidationError as `readContent`
 * does.
 */
export async function readBytes(file: string | undefined, maxBytes: number): Promise<Buffer> {
  const named = file === undefined || file === "-" ? undefined : file;
  const name = getName(file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const stream = named === undefined ? process.stdin : createReadStream(named);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    throw ValidationError.at([name], `cannot be read: ${(error as Error).message}`);
  }
  if (bytes > maxBytes) throw ValidationError.at([name], `must have at most ${maxBytes} bytes`);
  return Buffer.concat(chunks);
}
