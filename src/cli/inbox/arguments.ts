import { parseFlags } from "../parse-flags.ts";

const OPTIONS = {
  server: { type: "string" },
  url: { type: "string" },
  token: { type: "string" },
  match: { type: "string" },
  timeout: { type: "string" },
  after: { type: "string" },
  all: { type: "boolean" },
  limit: { type: "string" },
  format: { type: "string" },
  output: { type: "string", short: "o" },
  "timeout-ms": { type: "string" },
  times: { type: "string" },
  "skip-failed": { type: "boolean" },
  "fail-fast": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export type InboxFlags = ReturnType<typeof parseInboxArgs>["values"];

/**
 * Parses the arguments after `inbox`. Throws ValidationError for unknown flags and missing values.
 */
export function parseInboxArgs(argv: readonly string[]) {
  return parseFlags(argv, { command: "inbox", options: OPTIONS, allowPositionals: true });
}
