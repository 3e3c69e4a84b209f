import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createFileSource } from "../../domain/files/file-source.ts";
import type { FileStore } from "../../domain/files/file-store.ts";
import { detectMediaType, getExtension } from "../../domain/files/media-type.ts";
import { toArray } from "../../lib/concurrency/to-array.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { FileContent, FileSource } from "../../lib/input/file-members.ts";
import { type Folders, MovedError, openFile } from "./folders.ts";
import { createKeptResults } from "./kept-results.ts";
import type { ResultFiles } from "./result-files.ts";
import { prepareSave } from "./save-file.ts";

const SCHEME = "file:";

const OUTSIDE = "must name a file inside the folders of --files";
const MISSING = "names a file that does not exist";

/** The bytes of a file as they are read. */
type FileChunks = AsyncIterable<Uint8Array>;

/** Files that members may name, some of which can be read piece by piece. */
export interface CallSource extends FileSource {
  /**
   * Returns the bytes of a file of any size, or the rule that the text breaks; undefined for text
   * that names none. Absent where no folder is shared.
   */
  open?(reference: string): Promise<FileChunks | string> | undefined;
}

/**
 * Creates the source of files in folders (`file:`) and of those that are kept. A file that is read
 * piece by piece has at most `maxStreamedBytes`.
 */
export function createFolderSource(
  folders: Folders,
  files: FileStore,
  maxStreamedBytes: number,
): CallSource {
  const kept = createFileSource(files);
  return {
    isReference: (text) => text.startsWith(SCHEME) || kept.isReference(text),
    read: (reference, maxBytes) =>
      reference.startsWith(SCHEME)
        ? readFile(folders, reference, maxBytes)
        : kept.read(reference, maxBytes),
    open: (reference) =>
      reference.startsWith(SCHEME)
        ? openReference(folders, reference, maxStreamedBytes)
        : undefined,
  };
}

async function readFile(
  folders: Folders,
  reference: string,
  maxBytes: number,
): Promise<FileContent | string> {
  const chunks = await openReference(folders, reference, maxBytes);
  if (typeof chunks === "string") return chunks;
  const bytes = Buffer.concat(await toArray(chunks));
  return { bytes, type: detectMediaType(bytes, reference) };
}

async function openReference(
  folders: Folders,
  reference: string,
  maxBytes: number,
): Promise<FileChunks | string> {
  const path = toPath(reference);
  if (path === undefined) return OUTSIDE;
  try {
    const target = await folders.find(path);
    if (target.kind === "missing") return MISSING;
    if (target.kind !== "file") return OUTSIDE;
    const file = await openFile(target.place);
    if ((await file.stat()).size <= maxBytes) return limitChunks(file.createReadStream(), maxBytes);
    await file.close();
    return `names a file over ${maxBytes} bytes`;
  } catch (error) {
    return describeProblem(error);
  }
}

/** Ends a file that grows while it is read, such as a log, at its limit. */
async function* limitChunks(chunks: AsyncIterable<Buffer>, maxBytes: number): FileChunks {
  let bytesLeft = maxBytes;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, bytesLeft);
    bytesLeft -= chunk.length;
    if (bytesLeft <= 0) return;
  }
}

/** Returns the path of a `file:` reference, which is a URL or a plain path after the scheme. */
function toPath(reference: string): string | undefined {
  if (!reference.startsWith(`${SCHEME}//`)) return reference.slice(SCHEME.length);
  try {
    return fileURLToPath(reference);
  } catch {
    return undefined;
  }
}

function describeProblem(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (error instanceof MovedError || ["ELOOP", "ENXIO"].includes(code)) return OUTSIDE;
  if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(code)) return MISSING;
  if (["EACCES", "EPERM"].includes(code)) return "names a file that may not be read";
  throw error;
}

interface FolderResultOptions {
  inlineBytes: number;
  /** False: no folder is shared, so that large files are kept in memory. */
  hasFolders: boolean;
}

/** Creates a place for the files of results that writes them to folders. */
export function createFolderResults(
  folders: Folders,
  files: FileStore,
  { inlineBytes, hasFolders }: FolderResultOptions,
): ResultFiles {
  const kept = createKeptResults(files, { inlineBytes, client: "" });
  if (!hasFolders) return kept;
  return {
    inlineBytes,
    async keep({ name: tool, type, bytes }) {
      const stem = tool.slice(0, tool.lastIndexOf("."));
      const name = `${stem}-${randomBytes(4).toString("hex")}.${getExtension(type)}`;
      try {
        return await (await prepareSave(folders, name)).write(bytes);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // The result is worth more than its place, and contains the file then.
        if (error instanceof ValidationError || code !== undefined) return undefined;
        throw error;
      }
    },
    prepareSave: (path) => prepareSave(folders, path),
  };
}
