import { HttpError } from "../../lib/errors.ts";
import type { NewFile } from "../../domain/files/file-store.ts";

/** A file that a result links to instead of containing it. */
export interface FileLink {
  uri: string;
  name: string;
  /** Where the file was written, and what it has; absent for one in memory. */
  written?: { path: string; bytes: number; sha256: string };
}

/** A file to write, whose place was checked. */
export interface SaveTarget {
  /** Without a dot; empty for a name without one. */
  extension: string;
  /** Throws ValidationError when the file cannot be written. */
  write(bytes: Uint8Array): Promise<FileLink>;
}

/** Where files of results are kept. */
export interface ResultFiles {
  /** Larger files are links, in bytes. */
  inlineBytes: number;
  /** Keeps a file; resolves with undefined when that is not possible now. */
  keep(file: NewFile): Promise<FileLink | undefined>;
  /** Checks a path to write to. Throws ValidationError for one outside of the shared folders. */
  prepareSave(path: unknown): Promise<SaveTarget>;
}

const DEFAULT_INLINE_BYTES = 32_768;
export const MAX_INLINE_BYTES = 4 * 1024 ** 2;

/**
 * Parses the size up to which results contain files; the default without one. Throws an HttpError
 * for other text.
 */
export function parseInlineBytes(text: string | undefined): number {
  if (text === undefined) return DEFAULT_INLINE_BYTES;
  const bytes = Number(text);
  if (/^\d{1,7}$/.test(text) && bytes <= MAX_INLINE_BYTES) return bytes;
  throw new HttpError(400, `inline must be a whole number from 0 to ${MAX_INLINE_BYTES}`);
}
