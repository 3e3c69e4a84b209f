/** The path of this machine's Chromium; undefined without one. */
export declare const chromiumPath: string | undefined;

/** The path of a Chromium without windows and camera; undefined without one. */
export declare const headlessShellPath: string | undefined;

/** The browser's arguments, for tests and benchmarks. */
export declare const chromiumArguments: string[];
