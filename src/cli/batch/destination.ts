import { once } from "node:events";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ValidationError } from "../../lib/errors.ts";
import { ZipReader } from "./unzip.ts";

/** Where an output goes. */
export interface Destination {
  write(bytes: Uint8Array): Promise<void>;
  /** Called when all of the output is written. */
  commit(): Promise<void>;
  /** Removes what is not whole. */
  discard(): Promise<void>;
}

/**
 * Opens standard output (`-`), a folder (with a slash at its end) or a file for content of a media
 * type.
 */
export async function openDestination(output: string, type: string): Promise<Destination> {
  if (output === "-") return openStandardOutput(/text|json/.test(type));
  try {
    return output.endsWith("/") ? await openFolder(output) : await openFile(output);
  } catch (error) {
    throw ValidationError.at([output], `cannot be written: ${(error as Error).message}`);
  }
}

/** Writes an output. Keeps nothing of one that ends with an error. */
export async function writeChunks(
  destination: Destination,
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const bytes of chunks) {
      await destination.write(bytes);
      signal?.throwIfAborted();
    }
    await destination.commit();
  } catch (error) {
    await destination.discard();
    throw error;
  }
}

function openStandardOutput(isText: boolean): Destination {
  if (!isText && process.stdout.isTTY)
    throw ValidationError.at(["the output"], "is binary: name a file with -o or use a pipe");
  return {
    async write(bytes) {
      if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
    },
    commit: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
}

/** Writes beside the file, which is replaced when all of it is there. */
async function openFile(path: string): Promise<Destination> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "w");
  return {
    write: (bytes) => file.appendFile(bytes),
    async commit() {
      await file.close();
      await rename(temporary, path);
    },
    async discard() {
      await file.close();
      await rm(temporary, { force: true });
    },
  };
}

/** Writes the files of a ZIP, each beside its name until it is whole. */
async function openFolder(folder: string): Promise<Destination> {
  await mkdir(folder, { recursive: true });
  const zip = new ZipReader();
  return {
    async write(bytes) {
      for await (const { name, content } of zip.read(bytes)) {
        // The name is one that a server made.
        const path = join(folder, basename(name));
        await writeFile(`${path}.tmp`, content);
        await rename(`${path}.tmp`, path);
      }
    },
    commit: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
}
