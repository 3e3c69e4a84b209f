/** What the pages read of a tool's card: the shape alone, so that no page depends on a tool. */
export interface ToolSummary {
  name: string;
  title: string;
  summary: string;
  path: string;
  methods?: readonly ("GET" | "POST")[];
  /** Requests a minute for each IP; left out: none. */
  perMinute?: number;
  input: object;
  query?: object;
  example: object;
  /** Media types of the answers, the file's own first; left out: JSON alone. */
  media?: readonly string[];
}

/** Where the pages are served. */
export interface Site {
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Scheme, host and base path as a caller reaches them: what samples begin with. */
  origin: string;
  version: string;
}
