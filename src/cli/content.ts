import { createReadStream, readFileSync } from "node:fs";
import { getErrorMessage, ValidationError } from "../lib/errors.ts";

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
    throw ValidationError.at([getInputName(file)], "must be UTF-8 text");
  }
}

/** Returns the name of a file in messages. `-` is standard input. */
export function getInputName(file = "-"): string {
  return file === "-" ? "standard input" : file;
}

/** Returns the text of the file that a flag names. Throws ValidationError at the flag. */
export function readTextFile(flag: string, file: string | 0): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw ValidationError.at([flag], `cannot be read: ${getErrorMessage(error)}`);
  }
}

/**
 * Returns the bytes of a file, or of standard input (`-`). Throws ValidationError as `readContent`
 * does.
 */
export async function readBytes(file = "-", maxBytes: number): Promise<Buffer> {
  const name = getInputName(file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const stream = file === "-" ? process.stdin : createReadStream(file);
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
