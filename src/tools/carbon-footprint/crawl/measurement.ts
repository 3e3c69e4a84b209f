import type { ResourceEntry } from "./entries.ts";

/** A weighed page. */
export interface Measurement {
  /** The address that answered, without fragment. */
  finalUrl: string;
  /** The page itself first. */
  entries: ResourceEntry[];
  rendered: "server" | "client";
  /** False where a limit ended the measurement early. */
  complete: boolean;
  dynamicImports: number;
  autoplays: number;
  /** Sub-resources that could not be got. */
  failed: number;
}

/** Measures pages. Concurrent measurements of one URL share a result, and results are cached. */
export interface Measurements {
  /** Throws ValidationError with the kind of failure as its code, and UnavailableError. */
  of(url: string): Promise<Measurement>;
}
