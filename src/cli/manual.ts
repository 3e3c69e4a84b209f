import type { TableRow } from "./table.ts";

/** The help of a command, and its part of the manual page. */
export interface Manual {
  help: string;
  flagRows: readonly TableRow[];
  /** A sentence. */
  about: string;
}
