import type { RateLimit } from "../lib/rate-limit.ts";

/** Format of a reply: the path's default, JSON (the `output` schema), or the tool's file. */
export type ReplyFormat = "default" | "json" | "file";

/**
 * Media types of an `Accept` header that ask for a format whatever the tool would choose, as
 * commands do.
 */
export const REPLY_TYPES = {
  json: "application/vnd.sundry.output+json",
  file: "application/vnd.sundry.file",
} as const satisfies Record<Exclude<ReplyFormat, "default">, string>;

export interface ReplyOptions<Query = Record<string, unknown>> {
  format: ReplyFormat;
  /** The `Accept` header, empty when absent. It affects the default format only. */
  accept: string;
  /** The members of the `query` schema, with defaults. */
  query: Query;
}

/** Replies of a tool that have a limit of their own. */
export interface CostlyReply<Result, Query = Record<string, unknown>> extends RateLimit {
  /** The replies in words that follow "requests a minute": `as PDF`. */
  description: string;
  /** Returns true for a reply that counts. */
  includes(result: Result, options: ReplyOptions<Query>): boolean;
  /** Returns true where every reply with these options counts. Default: never. */
  includesAll?(options: ReplyOptions<Query>): boolean;
}

/**
 * A response: a media type with text or bytes, or with a value that the server serializes by the
 * `output` schema.
 */
export interface ToolReply {
  type: string;
  body: string | Uint8Array | object;
  headers?: Record<string, string>;
  /** `Cache-Control` of a response to GET. Default: an hour for JSON, a year for anything else. */
  cacheControl?: string;
  /** True when the `Accept` header chose the format, so that caches keep each format separately. */
  isNegotiated?: boolean;
}

/**
 * The main figure of an output. It is data instead of a function, because pages show it in
 * browsers, which load no tools.
 */
export interface Headline<Member extends string = string> {
  /** The member that is displayed large. */
  value: Member;
  /**
   * Words before the value, which form a sentence with it and the label: "Sell at". Templates as in
   * `label`.
   */
  lead?: string;
  /**
   * Words after the value: "to keep {targetMarginPct}%". `{member}` is replaced by the value of
   * that member. `{member:money}` formats it in `currency`, and `{member:2}` with two decimals.
   */
  label: string;
  /** Words that replace coded values ("mismatch"). */
  words?: Readonly<Record<string, string>>;
  /**
   * ISO 4217 code of the amounts, or the member that contains it. Absent: the value is not an
   * amount.
   */
  currency?: Member | Uppercase<string>;
  /** Values that are bad news, apart from negative numbers. */
  bad?: readonly string[];
}
