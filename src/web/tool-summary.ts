import type { Tool } from "../tools/define.ts";

/** What pages read of a tool: data alone, because pages reach tools over the API. */
export type ToolSummary = Pick<
  Tool,
  | "example"
  | "group"
  | "headers"
  | "headline"
  | "input"
  | "keywords"
  | "media"
  | "methods"
  | "name"
  | "page"
  | "path"
  | "perMinute"
  | "query"
  | "summary"
  | "title"
  | "warnings"
>;

/** Where the pages are served. */
export interface Site {
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Scheme, host and base path as a caller reaches them: what samples begin with. */
  origin: string;
  version: string;
  /** True: the daily quota is enforced. */
  enforcesQuota?: boolean;
}
