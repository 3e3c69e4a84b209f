import type { Tool } from "../tools/define.ts";
import { COMMANDS } from "./commands.ts";
import { formatTable, type TableRow } from "./table.ts";
import { type Flag, isEntryFlag, listFlags, listServerFlags } from "./flags.ts";

/** Returns the text of `sundry --help`. */
export function formatGeneralHelp(tools: readonly Tool[], version: string): string {
  return `Sundry ${version}: everyday developer tools.

Usage:
${formatTable(listUsage())}

Tools:
${formatTable(tools.map(({ name, summary }) => [name, summary]))}

Exit codes: 0 success, 1 failure, 2 usage error.
`;
}

function listUsage(): TableRow[] {
  return [
    ["sundry", "Start the server with the API and the pages."],
    ["sundry TOOL [flags] [file]", "Run a tool in this process."],
    ...COMMANDS.flatMap(({ usage }) =>
      usage.map(([form, summary]): TableRow => [`sundry ${form}`, summary]),
    ),
    ["sundry TOOL|inbox --help", "Show flags and an example."],
  ];
}

function describeFiles({ streamedBody, fileReport }: Tool): string {
  if (streamedBody) {
    return "Files, or standard input, are read as bytes of any size. One file prints JSON, several print a line each.";
  }
  return fileReport
    ? "Files, or standard input (-), are reported on, a line for each finding. --format and -o take one file."
    : "Missing values are read from the file or from standard input, as JSON or as plain text.";
}

/** Returns the text of `sundry TOOL --help`. */
export function formatToolHelp(tool: Tool): string {
  return `${tool.title}: ${tool.summary}

Usage:
  sundry ${tool.name} [flags] [file${tool.streamedBody || tool.fileReport ? "..." : ""}]

${describeFiles(tool)}

Flags:
${formatTable(listFlagRows(tool))}

Example:
  ${formatExample(tool)}
`;
}

/** Lists the flags of a tool with their descriptions. */
export function listFlagRows(tool: Tool): TableRow[] {
  return [
    ...listFlags(tool).map((flag): TableRow => [formatUsage(flag), describe(flag)]),
    ...listCheckFlag(tool),
    ...listReportFlags(tool),
    ["-o, --output FILE", "Write the result to a file. Its extension chooses the format."],
    ["--json", "Print the result as JSON, even if it is a file."],
    [`${listServerFlags(tool).join(", ")} URL`, "Run on this server instead of locally."],
    ["-h, --help", "Show this help."],
  ];
}

function listCheckFlag({ streamedBody }: Tool): TableRow[] {
  return streamedBody ? [["-c, --check", streamedBody.list.description]] : [];
}

function listReportFlags({ fileReport }: Tool): TableRow[] {
  if (fileReport === undefined) return [];
  const [first] = fileReport.levels;
  return [
    ["--attachments DIR", "Write the files in the files to a folder, never over an existing file."],
    [
      "--fail-on LEVEL",
      `Fail for findings from ${fileReport.levels.join(" or ")} on. Default: ${first}.`,
    ],
  ];
}

function formatUsage(flag: Flag): string {
  const { name, schema } = flag;
  if (schema.type === "boolean") return `--[no-]${name}`;
  const isJson = schema.type === "object" || (schema.type === "array" && !isEntryFlag(flag));
  return `--${name} ${isJson ? "JSON" : "VALUE"}`;
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
  const ownFlags = listFlags(tool).filter(({ parents }) => parents.length === 0);
  const names = new Map(ownFlags.map(({ member, name }) => [member, name]));
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
