import type { Tool } from "../tools/define.ts";
import { BATCH_FLAG_ROWS, JOB_FLAG_ROWS } from "./batch/help.ts";
import { COMMANDS } from "./commands.ts";
import { formatExample, listFlagRows } from "./help.ts";
import { INBOX_FLAG_ROWS } from "./inbox/help.ts";
import { KEYS_FLAG_ROWS } from "./keys/help.ts";
import { WEBHOOK_FLAG_ROWS } from "./webhook/help.ts";

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
${tools.map(formatToolSection).join("")}.SH INBOX
Reads, exports, forwards and replays requests that a webhook inbox of a running server received.
${formatFlags(INBOX_FLAG_ROWS)}.SH KEYS
Issues, changes and revokes keys of a running server.
${formatFlags(KEYS_FLAG_ROWS)}.SH BATCH
Runs a tool for each row of a table or a list, on all processors.
${formatFlags(BATCH_FLAG_ROWS)}.SH JOB
Prints, downloads or cancels a job of a running server.
${formatFlags(JOB_FLAG_ROWS)}.SH WEBHOOK
Sends signed events to a program as a webhook provider does, without a server.
${formatFlags(WEBHOOK_FLAG_ROWS)}.SH EXIT STATUS
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

function formatFlags(rows: readonly [usage: string, description: string][]): string {
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
