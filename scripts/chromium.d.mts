/** The program of this machine's Chromium; undefined where there is none. */
export declare const chromiumPath: string | undefined;

/** Its arguments, for tests and benchmarks. */
export declare const chromiumArguments: string[];
