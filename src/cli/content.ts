import { open } from "node:fs/promises";
import { ValidationError } from "../lib/errors.ts";

/**
 * The text of a file, or of standard input without one (`-`), up to so many bytes. Throws InputError for what
 * cannot be read, is larger, or is not UTF-8: other bytes would come out changed.
 */
export async function readContent(file: string | undefined, mostBytes: number): Promise<string> {
  const named = file === undefined || file === "-" ? undefined : file;
  const name = named ?? "standard input";
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const stream = named === undefined ? process.stdin : (await open(named)).createReadStream();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) break;
    }
  } catch (error) {
    throw ValidationError.at([name], `cannot be read: ${(error as Error).message}`);
  }
  if (bytes > mostBytes) throw ValidationError.at([name], `must have at most ${mostBytes} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw ValidationError.at([name], "must be UTF-8 text");
  }
}
