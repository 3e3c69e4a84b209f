import type { Tool } from "../tools/define.ts";
import { type Flag, listFlags, listServerFlags } from "./flags.ts";

/** Returns the text of `sundry --help`. */
export function formatGeneralHelp(tools: readonly Tool[], version: string): string {
  return `Sundry ${version}: everyday developer tools.

Usage:
  sundry                      Start the server with the API and the pages.
  sundry TOOL [flags] [file]  Run a tool in this process.
  sundry inbox ACTION ID      Read, export, forward or replay a webhook inbox of a server.
  sundry store check [DIR]    Verify a data directory that no server uses.
  sundry completion SHELL     Print a completion script for bash, zsh or fish.
  sundry TOOL|inbox --help    Show flags and an example.

Tools:
${formatTable(tools.map(({ name, summary }) => [name, summary]))}

Exit codes: 0 success, 1 failure, 2 usage error.
`;
}

/** The flags of `sundry inbox` with their descriptions. */
export const INBOX_FLAG_ROWS: readonly [usage: string, description: string][] = [
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

/** The text of `sundry inbox --help`. */
export const INBOX_HELP = `Webhook inbox: read, export, forward and replay requests that a running server received.

Usage:
  sundry inbox list ID [flags]            Print the stored requests as JSON.
  sundry inbox wait ID [flags]            Wait for the next request that matches and print it as JSON.
  sundry inbox export ID [flags]          Print the stored requests as a file.
  sundry inbox forward ID URL [flags]     Send requests to URL as they arrive, byte for byte and in order.
  sundry inbox replay ID SEQ URL [flags]  Send one stored request to URL again.

${formatTable(INBOX_FLAG_ROWS)}
`;

const FILES_HELP =
  "Files, or standard input, are read as bytes of any size. One file prints JSON, several print a line each.";

/** Returns the text of `sundry TOOL --help`. */
export function formatToolHelp(tool: Tool): string {
  return `${tool.title}: ${tool.summary}

Usage:
  sundry ${tool.name} [flags] [file${tool.streamedBody ? "..." : ""}]

${tool.streamedBody ? FILES_HELP : "Missing values are read from the file or from standard input, as JSON or as plain text."}

Flags:
${formatTable(listFlagRows(tool))}

Example:
  ${formatExample(tool)}
`;
}

/** Lists the flags of a tool with their descriptions. */
export function listFlagRows(tool: Tool): [usage: string, description: string][] {
  return [
    ...listFlags(tool).map((flag): [string, string] => [formatUsage(flag), describe(flag)]),
    ...listCheckFlag(tool),
    ["-o, --output FILE", "Write the result to a file. Its extension chooses the format."],
    ["--json", "Print the result as JSON, even if it is a file."],
    [`${listServerFlags(tool).join(", ")} URL`, "Run on this server instead of locally."],
    ["-h, --help", "Show this help."],
  ];
}

function listCheckFlag({ streamedBody }: Tool): [usage: string, description: string][] {
  return streamedBody ? [["-c, --check", streamedBody.list.description]] : [];
}

function formatUsage({ name, schema }: Flag): string {
  if (schema.type === "boolean") return `--[no-]${name}`;
  return `--${name} ${schema.type === "array" || schema.type === "object" ? "JSON" : "VALUE"}`;
}

function describe({ schema, isRequired }: Flag): string {
  const { minimum, maximum } = schema;
  const parts = [
    schema.description ?? "",
    minimum === undefined || maximum === undefined
      ? ""
      : `${formatNumber(minimum)} to ${formatNumber(maximum)}.`,
    schema.enum ? `One of ${schema.enum.join(", ")}.` : "",
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
    isRequired ? "Required." : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

/**
 * Formats the tool's example as a command: as flags if all values are scalars, else as JSON on
 * standard input.
 */
export function formatExample(tool: Tool): string {
  const members = Object.entries(tool.example);
  if (members.some(([, value]) => typeof value === "object")) {
    return `printf %s ${quote(JSON.stringify(tool.example))} | sundry ${tool.name}`;
  }
  const names = new Map(listFlags(tool).map(({ member, name }) => [member, name]));
  const flags = members.map(([member, value]) => {
    const name = names.get(member) ?? member;
    return typeof value === "boolean"
      ? `--${value ? "" : "no-"}${name}`
      : `--${name} ${quote(String(value))}`;
  });
  return ["sundry", tool.name, ...flags].join(" ");
}

function quote(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function formatTable(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
}
