import { PROVIDER_NAMES } from "../../domain/webhook-signature/names.ts";
import type { Manual } from "../command.ts";
import { formatTable, type TableRow } from "../table.ts";

const FLAG_ROWS: readonly TableRow[] = [
  ["--event NAME", "send: Event of the provider's examples. Default: the first."],
  ["--body FILE", "send: Payload from a file, or - for standard input."],
  ["--secret TEXT", "send: Signing secret. Default: one of the provider's form."],
  ["--secret-file FILE", "send: File with the signing secret."],
  ["--header 'NAME: VALUE'", "send: Another header; may be repeated."],
  ["--retries", "send: Retry as the provider does until a status of 2xx."],
  ["--speed FACTOR", "send: Divide the waits of --retries, such as 60. Default: 1."],
  ["--timeout-ms NUMBER", "send: How long URL may take to answer. Default: the provider's limit."],
  ["--json", "Print one JSON object a line."],
  ["-h, --help", "Show this help."],
];

/** The manual of `sundry webhook`. */
export const WEBHOOK_MANUAL: Manual = {
  about: "Sends signed events to a program as a webhook provider does, without a server.",
  flagRows: FLAG_ROWS,
  help: `Rehearse a webhook provider: send signed events to a program of yours, without a server.

Usage:
  sundry webhook send PROVIDER URL [flags]  Send an event as the provider does. Exit code 1 without a 2xx.
  sundry webhook events [PROVIDER]          List the examples with their sources and retry schedules.

PROVIDER is one of ${PROVIDER_NAMES.join(", ")}.

${formatTable(FLAG_ROWS)}
`,
};
