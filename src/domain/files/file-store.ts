export interface NewFile {
  /** 1 to 100 characters, none of them a slash or a control. */
  name: string;
  /** Media type, without parameters. */
  type: string;
  bytes: Uint8Array;
}

/** A file that is kept for a while, under an id that cannot be guessed. */
export interface KeptFile extends NewFile {
  /** 128 random bits in base64url. */
  id: string;
  /** In hex. */
  sha256: string;
  /** In milliseconds since 1970. */
  expiresAtMs: number;
}

/** Limits of the files that are kept. */
export interface FileLimits {
  ttlMs: number;
  /** Bytes of all files; those of one client have at most half of it. 0: none is kept. */
  maxBytes: number;
}

/**
 * Keeps files in memory. Above its limits the oldest files go first, those of the same client
 * before others'.
 */
export interface FileStore {
  /** The largest file that is kept, in bytes; 0: none is. */
  readonly maxFileBytes: number;
  /**
   * Keeps a file of a client, an address as limits count it. Rejects with UnavailableError when
   * the store is out of reach.
   */
  put(file: NewFile, client: string): Promise<KeptFile>;
  /** Returns a file; undefined when there is none, it has expired, or it has another name. */
  get(id: string, name: string): Promise<KeptFile | undefined>;
  /** Removes a file. Resolves with false when `get` would find none. */
  remove(id: string, name: string): Promise<boolean>;
}

/** A file is counted with at least this many bytes, so that small ones have a limit, too. */
const MIN_FILE_BYTES = 32 * 1024;
const MIN_FILES = 64;
const MAX_FILES = 16_384;

/** Limits of all files together, and of those of one client. */
export interface FileShares {
  maxBytes: number;
  maxFiles: number;
  maxClientBytes: number;
  maxClientFiles: number;
}

export function toFileShares({ maxBytes }: Pick<FileLimits, "maxBytes">): FileShares {
  const count = Math.ceil(maxBytes / MIN_FILE_BYTES);
  const maxFiles = Math.min(MAX_FILES, Math.max(MIN_FILES, count));
  return {
    maxBytes,
    maxFiles,
    maxClientBytes: Math.floor(maxBytes / 2),
    maxClientFiles: maxFiles / 2,
  };
}
