/** Runs `make` unless `stamp` records a run for the present contents of these files. */
export declare function runUnlessFresh(
  stamp: string,
  files: string[],
  make: () => Promise<void>,
): Promise<void>;

/** Returns a line for each file of these files and folders: its name, size and time. */
export declare function describeFiles(paths: string[]): string;
