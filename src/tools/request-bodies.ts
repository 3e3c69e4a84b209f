import type { TObject } from "typebox";
import type { Input } from "../lib/schema.ts";

/**
 * A request body that is not JSON: its bytes are one member of the input, the query has the others.
 */
export interface RawBody {
  /** Accepted media types; `image/*` matches every subtype. */
  mediaTypes: readonly string[];
  /**
   * The member that the body becomes: text of a `text/*` type, else base64. A member whose schema
   * has the encoding base64 is always that, or the bytes where it takes them (`x-bytes`).
   */
  member: string;
}

/** Computes a result from bytes as they arrive, in constant memory. */
export interface StreamRun<R> {
  write(bytes: Uint8Array): void;
  /** Returns the result. Callers call it once, after the last bytes. Throws as `run` does. */
  end(): R;
}

/** A line of a list of files: the file, and the members with which its output must be good. */
export interface ListedFile {
  file: string;
  members: Record<string, unknown>;
}

/** How a command prints the outputs of several files as a list, and verifies such lists. */
export interface FileList {
  /** Members that only a single file may have. */
  singleMembers: readonly string[];
  formatLine(output: object, file: string): string;
  /** Parses a list. `malformed` is the number of other lines. */
  parse(text: string): { files: readonly ListedFile[]; malformed: number };
  isGood(output: object): boolean;
  /** Help text of `--check`. */
  description: string;
  /** Names of a line's content ("a hash and a file name") and of what can differ ("hashes"). */
  terms: { line: string; values: string };
}

/** A request body of any size. Its options are in the query, and its bytes are read as a stream. */
export interface StreamedBody<S extends TObject = TObject, R = unknown> {
  /** Media types of such bodies. */
  mediaTypes: readonly string[];
  /** The members of the query. */
  input: S;
  /** Starts the work before the first bytes. Throws ValidationError as `run` does. */
  start(input: Input<S>): StreamRun<R>;
  list: FileList;
}
