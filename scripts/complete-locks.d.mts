/** Folders with a lock file of their own, below the repository's root. */
export declare const LOCKED_FOLDERS: string[];

/** Returns the optional packages that the lock file's packages name and it lacks: pairs of name and version. */
export declare function findMissing(lock: { packages: object }): [string, string][];

/** Returns the lock file's entry of a binary. Throws when its name does not contain a platform. */
export declare function describeBinary(
  name: string,
  version: string,
  about: { dev?: boolean; license?: string; node?: string },
): { os: string[]; cpu: string[]; libc?: string[] };
