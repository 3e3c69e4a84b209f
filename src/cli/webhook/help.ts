import { PROVIDER_NAMES } from "../../domain/webhook-signature/names.ts";
import { formatTable } from "../table.ts";

/** The flags of `sundry webhook` with their descriptions. */
export const WEBHOOK_FLAG_ROWS: readonly [usage: string, description: string][] = [
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

/** The text of `sundry webhook --help`. */
export const WEBHOOK_HELP = `Rehearse a webhook provider: send signed events to a program of yours, without a server.

Usage:
  sundry webhook send PROVIDER URL [flags]  Send an event as the provider does. Exit code 1 without a 2xx.
  sundry webhook events [PROVIDER]          List the examples with their sources and retry schedules.

PROVIDER is one of ${PROVIDER_NAMES.join(", ")}.

${formatTable(WEBHOOK_FLAG_ROWS)}
`;
