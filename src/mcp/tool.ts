import type { CallToolResult } from "@modelcontextprotocol/server";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { Scope } from "../lib/scope.ts";
import type { Tool } from "../tools/define.ts";
import type { CountUse } from "../tools/run.ts";
import type { CountedRows } from "../http/quota/count-rows.ts";
import type { ResultFiles } from "./files/result-files.ts";
import type { CallSource } from "./files/shared-folders.ts";

/** Request-specific values of a call. */
export interface McpCall {
  /** The server's URL as the caller reaches it, without a slash at the end. */
  origin: string;
  /** The caller's IPv4 address or IPv6 /64, the key of limits. */
  ipPrefix: string;
  /** Aborted when the call is canceled, the caller disconnects or the process stops. */
  signal: AbortSignal;
  /** Called with the number of parts that are finished; undefined: the caller does not look. */
  onProgress?: ((done: number) => void) | undefined;
  /**
   * Counts the rows of a batch. Rejects with an HttpError for a caller without the scope of their
   * tool, and with UnavailableError above a limit.
   */
  startRows(rows: CountedRows): Promise<void>;
  /** Counts a costly reply. Rejects with UnavailableError above its limit. */
  countUse: CountUse;
  /** The files that members of inputs may name. */
  source: CallSource;
  /** Where files of results are kept. */
  files: ResultFiles;
}

/** Returns true when a caller may use what the scope covers. */
export type MayUse = (scope: Scope) => boolean;

/** A tool in the form that the MCP server serves. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  group: Tool["group"];
  /** Further search terms. */
  keywords: readonly string[];
  inputSchema: object;
  outputSchema: object;
  /** A valid input; the one in `examples` of the input schema has at most 80 tokens. */
  example?: object;
  /** Maximum requests per minute and IP; undefined: unlimited. */
  perMinute?: number | undefined;
  /** The scope that a call needs beside `mcp`; undefined: none. */
  scope: Scope | undefined;
  /** Returns the tool as such a caller may use it; undefined where it may not. */
  restrict?(mayUse: MayUse): McpTool | undefined;
  /** Distinguishes the tools that `restrict` returns. */
  variant?: string;
  /** The name under which the usage history has its calls. Default: "inbox". */
  usageName?: string;
  /** False for tools that need no quota. Default: true. */
  isCounted?: boolean;
  /** True for tools that count toward the daily limit but are never rejected by it. */
  quotaExempt?: boolean;
  /** True for tools that change nothing. */
  isReadOnly: boolean;
  /** True for tools whose result for an input stays the same. */
  isIdempotent: boolean;
  /** True for tools that reach hosts that the caller names. */
  isOpenWorld: boolean;
  /**
   * Milliseconds between the reports of a call that cannot tell how far it is; the last one
   * repeats. Default: none.
   */
  heartbeatMs?: readonly number[];
  /** Throws the ValidationError of an input without running the tool. */
  check?(input: unknown): MaybePromise<void>;
  /** Throws ValidationError and UnavailableError as tools do. */
  call(args: unknown, call: McpCall): Promise<CallToolResult>;
}
