import type { Manual } from "../command.ts";
import { formatTable, type TableRow } from "../table.ts";

const BATCH_FLAG_ROWS: readonly TableRow[] = [
  ["-o, --output FILE|DIR/|-", "The output, by its ending: .zip, .csv, .ndjson, .pdf or a folder."],
  [
    "--map COLUMN=PATH",
    "The field of a column; without a path the column is left out. Repeatable.",
  ],
  [
    "--defaults FILE",
    "JSON with members that rows lack. The tool's own flags are such members, too.",
  ],
  ["--group-by COLUMN", "The column, or several with commas between, whose rows are one."],
  ["--name TEMPLATE", "Names of files: {row}, {tool} and paths such as {to.name}."],
  ["--on-error stop", "End the output with the first failed row."],
  ["--input csv|ndjson|json", "The kind of the file. Default: by its extension or beginning."],
  ["--parallel N", "Threads. Default: all processors."],
  ["--server URL", "Run on this server, above 1,000 rows as a job."],
  ["-h, --help", "Show this help."],
];

/** The manual of `sundry batch`. */
export const BATCH_MANUAL: Manual = {
  about: "Runs a tool for each row of a table or a list, on all processors.",
  flagRows: BATCH_FLAG_ROWS,
  help: `Many at once: runs a tool for each row of a table or a list.

Usage:
  sundry batch TOOL FILE|- [flags] [flags of the tool]

The file is CSV, TSV, JSON or NDJSON; - is standard input. Columns are fields such as text, to.name
or items[].rate.

Flags:
${formatTable(BATCH_FLAG_ROWS)}

Examples:
  sundry batch invoice customers.csv --group-by invoiceNumber --name '{to.name}' -o invoices/
  sundry batch qr links.csv --format png -o codes.zip
  sundry batch hash list.txt --input csv > hashes.ndjson

Exit codes: 0 all rows are good, 1 rows failed, 2 usage error, 130 interrupted.
`,
};

const JOB_FLAG_ROWS: readonly TableRow[] = [
  ["--wait", "Wait for its end."],
  ["-o, --output FILE|-", "Download its result."],
  ["--cancel", "Cancel it, or forget one that has ended."],
  ["--server URL", "The server. Default: http://127.0.0.1:3000."],
  ["-h, --help", "Show this help."],
];

/** The manual of `sundry job`. */
export const JOB_MANUAL: Manual = {
  about: "Prints, downloads or cancels a job of a running server.",
  flagRows: JOB_FLAG_ROWS,
  help: `Prints, downloads or cancels a job of a running server.

Usage:
  sundry job ID [flags]

Flags:
${formatTable(JOB_FLAG_ROWS)}

Exit codes: 0 success, 1 the job failed, 2 usage error.
`,
};
