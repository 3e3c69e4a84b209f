import type { Manual } from "../command.ts";
import { formatTable, type TableRow } from "../table.ts";

const FLAG_ROWS: readonly TableRow[] = [
  ["--name NAME", "create, change: 1 to 64 characters."],
  ["--scope SCOPE", "create, change: tools:NAME, tools:*, inbox:read and others; repeat it."],
  ["--per-day NUMBER", "create, change: Requests a day."],
  ["--per-minute TOOL=NUMBER", "create, change: Requests a minute of a tool, or off; repeat it."],
  ["--expires TIME", "create, change: RFC 3339, or a time from now such as 90d or 12h."],
  ["--network CIDR", "create, change: An address or network that may use the key; repeat it."],
  ["--overlap TIME", "rotate: How long the present key works on. Default: 24h."],
  ["--csv", "usage: Print CSV."],
  ["--json", "Print the server's JSON."],
  ["--token-file FILE", "File with the admin token. Default: the variable SUNDRY_ADMIN_TOKEN."],
  ["--server URL", "The server. Default: http://127.0.0.1:3000."],
  ["-h, --help", "Show this help."],
];

/** The manual of `sundry keys`. */
export const KEYS_MANUAL: Manual = {
  about: "Issues, changes and revokes keys of a running server.",
  flagRows: FLAG_ROWS,
  help: `Issue, change and revoke keys of a running server.

Usage:
  sundry keys create --name NAME [flags]  Issue a key and print it alone.
  sundry keys list                        Print all keys.
  sundry keys show ID                     Print a key.
  sundry keys change ID [flags]           Change a key; the value "default" restores a default.
  sundry keys rotate ID [--overlap TIME]  Issue a new secret and print it alone.
  sundry keys revoke ID                   End a key for good.
  sundry keys usage [ID] [--csv]          Print the requests of a key, or one's own.

${formatTable(FLAG_ROWS)}

Exit codes: 0 done, 1 failure, 2 usage error or refused by the server.
`,
};
