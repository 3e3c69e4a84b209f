import type { Tool } from "../tools/define.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { formatExample, listFlagRows } from "./help.ts";
import type { TableRow } from "./table.ts";

/** Returns the command's manual page in groff's man macros. */
export function formatManPage(tools: readonly Tool[], version: string): string {
  return `.TH SUNDRY 1 "" "Sundry ${version}" "User Commands"
.SH NAME
sundry \\- everyday developer tools, as a command and as a server
.SH SYNOPSIS
.nf
.B sundry
.B sundry \\fITOOL\\fR [\\fIflags\\fR] [\\fIfile\\fR]
${COMMANDS.flatMap(({ usage }) => usage.map(([form]) => `.B sundry ${escape(form)}\n`)).join("")}.fi
.SH DESCRIPTION
Without arguments, starts the server with the API and the pages.
With the name of a tool, runs it in this process.
Missing values are read from the file or from standard input, as JSON or as plain text.
${tools.map(formatToolSection).join("")}${COMMANDS.map(formatCommandSection).join("")}.SH EXIT STATUS
0 success, 1 failure, 2 usage error.
.SH ENVIRONMENT
The server reads its settings from the environment: HOST, PORT, DATA_DIR and others that its documentation lists.
Commands send SUNDRY_API_KEY to the server that they use, and \fBsundry keys\fR SUNDRY_ADMIN_TOKEN.
`;
}

function formatToolSection(tool: Tool): string {
  return `.SH ${escape(tool.name.toUpperCase())}
${formatLine(tool.summary)}${formatFlags(listFlagRows(tool))}.PP
Example:
.PP
.nf
${formatLine(formatExample(tool))}.fi
`;
}

function formatCommandSection({ name, manual }: Command): string {
  if (!manual) return "";
  return `.SH ${name.toUpperCase()}\n${manual.about}\n${formatFlags(manual.flagRows)}`;
}

function formatFlags(rows: readonly TableRow[]): string {
  return rows
    .map(([usage, description]) => `.TP\n.B ${escape(usage)}\n${formatLine(description)}`)
    .join("");
}

/** Returns a text as one line of input, escaped so that groff interprets nothing in it. */
function formatLine(text: string): string {
  return `${/^[.']/.test(text) ? "\\&" : ""}${escape(text)}\n`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("\n", " ");
}
