import type { Tool } from "../tools/define.ts";
import { type Flag, flagsOf, serverFlags } from "./arguments.ts";

/** What `sundry --help` says. */
export function generalHelp(tools: readonly Tool[], version: string): string {
  return `Sundry ${version}: everyday developer tools.

  sundry                      serve the API and the pages
  sundry TOOL [flags] [file]  compute here and write the answer
  sundry inbox list|wait ID   read a webhook inbox of a running server
  sundry completion bash|zsh  print a completion script
  sundry TOOL|inbox --help    flags and an example

Tools:
${table(tools.map(({ name, summary }) => [name, summary]))}

Exit codes: 0 done, 2 something in the call is wrong, 1 anything else.
`;
}

/** What `sundry inbox --help` says. */
export const INBOX_HELP = `Webhook inbox: what a running server received, as JSON.

  sundry inbox list ID [flags]  print the records there are
  sundry inbox wait ID [flags]  print the first new one that matches

${table([
  [
    "--match '.event==\"paid\"'",
    "wait: a member of the JSON body and the JSON value it has to have.",
  ],
  ["--timeout SECONDS", "wait: how long at most. Left out: as long as it takes."],
  ["--server, --url URL", "The server. Default: http://127.0.0.1:3000."],
  ["-h, --help", "This text."],
])}
`;

/** What `sundry TOOL --help` says. */
export function toolHelp(tool: Tool): string {
  const own: [string, string][] = [
    ["-o, --output FILE", "Write the answer to a file."],
    ["--json", "The answer as JSON, also where it is a picture or a page."],
    [`${serverFlags(tool).join(", ")} URL`, "Ask a running server instead of computing here."],
  ];
  const rows = [
    ...flagsOf(tool).map((flag): [string, string] => [usage(flag), about(flag)]),
    ...own,
  ];
  return `${tool.title}: ${tool.summary}

  sundry ${tool.name} [flags] [file]

Without a file what the flags leave out is read from standard input.

${table(rows)}

Example:
  ${example(tool)}
`;
}

function usage({ flag, schema }: Flag): string {
  if (schema.type === "boolean") return `--[no-]${flag}`;
  return `--${flag} ${schema.type === "array" || schema.type === "object" ? "JSON" : "VALUE"}`;
}

function about({ schema, required }: Flag): string {
  const { minimum, maximum } = schema;
  const parts = [
    schema.description ?? "",
    minimum === undefined || maximum === undefined
      ? ""
      : `${grouped(minimum)} to ${grouped(maximum)}.`,
    schema.enum ? `One of ${schema.enum.join(", ")}.` : "",
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
    required ? "Required." : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function grouped(value: number): string {
  return value.toLocaleString("en");
}

/** The card's example: as flags while all of it is plain values, else as JSON on standard input. */
function example(tool: Tool): string {
  const members = Object.entries(tool.example);
  if (members.some(([, value]) => typeof value === "object")) {
    return `printf %s ${quoted(JSON.stringify(tool.example))} | sundry ${tool.name}`;
  }
  const flags = new Map(flagsOf(tool).map(({ member, flag }) => [member, flag]));
  const words = members.map(([member, value]) => {
    const flag = flags.get(member) ?? member;
    return typeof value === "boolean"
      ? `--${value ? "" : "no-"}${flag}`
      : `--${flag} ${quoted(String(value))}`;
  });
  return ["sundry", tool.name, ...words].join(" ");
}

function quoted(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
}
