import type { Tool } from "../tools/define.ts";

/** What pages read of a tool: data alone, because pages reach tools over the API. */
export type ToolSummary = Pick<
  Tool,
  | "example"
  | "group"
  | "headline"
  | "input"
  | "keywords"
  | "media"
  | "methods"
  | "name"
  | "path"
  | "perMinute"
  | "query"
  | "summary"
  | "title"
>;

/** Where the pages are served. */
export interface Site {
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Scheme, host and base path as a caller reaches them: what samples begin with. */
  origin: string;
  version: string;
}
