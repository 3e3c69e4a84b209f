import type { Tool } from "../tools/define.ts";

/** The members of a tool that pages read. Data only, because pages call tools through the API. */
export type ToolSummary = Pick<
  Tool,
  | "bodyLimitBytes"
  | "defaultPerMinute"
  | "example"
  | "group"
  | "headers"
  | "headline"
  | "input"
  | "keywords"
  | "kit"
  | "media"
  | "methods"
  | "name"
  | "path"
  | "perMinute"
  | "query"
  | "scope"
  | "summary"
  | "takesRows"
  | "title"
  | "warnings"
> & {
  costlyReply?: Pick<NonNullable<Tool["costlyReply"]>, "description" | "perMinute"> | undefined;
};

/** The site that serves the pages. */
export interface Site {
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Scheme, host and base path as a caller reaches them: what samples begin with. */
  origin: string;
  version: string;
  /** True: the daily quota is enforced. */
  enforcesQuota?: boolean;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit?: number | undefined;
  /** True: callers need a key. */
  requiresKey?: boolean;
  /** True: people can sign in. */
  hasSignIn?: boolean;
  /** The account that is signed in. */
  account?: Account | undefined;
  /** Text in place of the account, in a page that is rendered for everybody. */
  accountSlot?: string;
}

/** The account that is signed in, as pages show it. */
export interface Account {
  name: string;
  isAdmin: boolean;
  /** True: signing out ends it. */
  hasSession: boolean;
  maySeeUsage: boolean;
}
