import type { ResourceEntry } from "./entries.ts";

/** The result of measuring a page. */
export interface Measurement {
  /** The URL after redirects, without a fragment. */
  finalUrl: string;
  /** Everything that was loaded, the page itself first. */
  entries: ResourceEntry[];
  /** "client" if scripts create the text of the page. */
  rendered: "server" | "client";
  /** False if a limit ended the measurement early. */
  complete: boolean;
  /** Calls of `import()` in the scripts that were read. */
  dynamicImports: number;
  /** Videos that play automatically. */
  autoplays: number;
  /** Resources that could not be fetched. */
  failed: number;
}

/** Measures pages. Concurrent measurements of one URL share a result, and results are cached. */
export interface Measurements {
  /**
   * Measures one page. Throws ValidationError with the FetchErrorCode as its code, and
   * UnavailableError. A measurement ends early when the signals of all of its callers are aborted.
   * `onProgress` is called with the number of files that were fetched.
   */
  measure(
    url: string,
    signal?: AbortSignal,
    onProgress?: (fetched: number) => void,
  ): Promise<Measurement>;
  /** Returns the bytes of a page, measured within the last 24 hours. Throws like `measure`. */
  measureWeight(url: string, signal?: AbortSignal): Promise<number>;
}
