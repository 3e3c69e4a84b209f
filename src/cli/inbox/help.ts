import type { Manual } from "../command.ts";
import { formatTable, type TableRow } from "../table.ts";

const FLAG_ROWS: readonly TableRow[] = [
  [
    "--match '.event==\"paid\"'",
    "list, wait, export, forward: Path in the JSON body and its value.",
  ],
  ["--timeout SECONDS", "wait: Give up after this time. Default: no limit."],
  ["--format NAME", "export: One of ndjson, har, curl, http. Default: ndjson."],
  [
    "--after SEQ",
    "export, forward: Only requests after this one. forward without it: only new ones.",
  ],
  ["--all", "forward: The stored requests first."],
  ["--limit NUMBER", "export: Maximum number of requests; the newest without --after."],
  ["-o, --output FILE", "export: Write to a file."],
  ["--timeout-ms NUMBER", "forward, replay: How long URL may take to answer. Default: 30000."],
  ["--skip-failed", "forward: Skip a request that URL does not answer instead of retrying it."],
  ["--fail-fast", "forward, replay: End with exit code 1 at the first status of 400 or above."],
  ["--times NUMBER", "replay: How often to send it, up to 1000. Default: 1."],
  ["--json", "forward, replay: Print one JSON object a line."],
  ["--token TOKEN", "Read token of a private inbox."],
  ["--server, --url URL", "Server to read from. Default: http://127.0.0.1:3000."],
  ["-h, --help", "Show this help."],
];

/** The manual of `sundry inbox`. */
export const INBOX_MANUAL: Manual = {
  about:
    "Reads, exports, forwards and replays requests that a webhook inbox of a running server received.",
  flagRows: FLAG_ROWS,
  help: `Webhook inbox: read, export, forward and replay requests that a running server received.

Usage:
  sundry inbox list ID [flags]            Print the stored requests as JSON.
  sundry inbox wait ID [flags]            Wait for the next request that matches and print it as JSON.
  sundry inbox export ID [flags]          Print the stored requests as a file.
  sundry inbox forward ID URL [flags]     Send requests to URL as they arrive, byte for byte and in order.
  sundry inbox replay ID SEQ URL [flags]  Send one stored request to URL again.

${formatTable(FLAG_ROWS)}
`,
};
