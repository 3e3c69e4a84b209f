import type { Tools } from "./tools.ts";

/** The name of a tool. */
export type Name = keyof Tools;

/** The input of a tool. Members with a default are optional. */
export type InputOf<N extends Name> = Tools[N]["input"];

/** The output of a tool as JSON. */
export type OutputOf<N extends Name> = Tools[N]["output"];

/** Tools that reply with a file only. */
type FileOnly = "code-image";

/** The name of a tool that can reply with JSON. */
export type JsonName = Exclude<Name, FileOnly>;

/** The members with which a tool replies with JSON, where its own default is a file. */
interface JsonMembers {
  qr: { format: "png" };
}

/** The input with which a tool replies with JSON. */
export type JsonInputOf<N extends JsonName> = N extends keyof JsonMembers
  ? InputOf<N> & JsonMembers[N]
  : InputOf<N>;

/** Options of one call. */
export interface CallOptions {
  /** Query parameters, such as `{ format: "pdf" }` of the invoice. */
  query?: Record<string, string>;
  signal?: AbortSignal;
}

/** The options with which a tool replies with JSON, where its query chooses the format. */
interface JsonOptions {
  invoice: [options: CallOptions & { query: { format: "json" } }];
  "contract-generator": [options?: CallOptions & { query?: { format: "json" } }];
}

/** The arguments of a call after the input. */
export type JsonArguments<N extends JsonName> = N extends keyof JsonOptions
  ? JsonOptions[N]
  : [options?: CallOptions];
