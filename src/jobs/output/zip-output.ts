import { CSV_START, formatCsvLine } from "../../domain/table/csv.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { RowReply, RowResult } from "../run-rows.ts";
import { FileNames } from "./file-names.ts";
import type { Output, OutputOptions } from "./output.ts";
import { findRowText } from "./row-text.ts";
import { ZipWriter } from "./zip-writer.ts";

/** Extensions of the files by their media type, and whether the files are text. */
const FILE_TYPES = new Map<string, { extension: string; isText: boolean }>([
  ["image/png", { extension: "png", isText: false }],
  ["image/svg+xml", { extension: "svg", isText: true }],
  ["text/html", { extension: "html", isText: true }],
  ["text/markdown", { extension: "md", isText: true }],
  ["text/plain", { extension: "txt", isText: true }],
  ["application/pdf", { extension: "pdf", isText: false }],
  ["application/xml", { extension: "xml", isText: true }],
  ["application/json", { extension: "json", isText: true }],
  [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    { extension: "docx", isText: false },
  ],
]);

const OTHER_FILE = { extension: "bin", isText: false };

/** Writes one file for each good row, then `results.csv` with all of them. */
export function createZipOutput(options: OutputOptions): Output {
  const zip = new ZipWriter();
  const names = new FileNames();
  const results = [CSV_START, formatCsvLine(["row", "file", "status", "error"])];
  const add = (result: RowResult, reply: RowReply) => {
    const { extension, isText } = FILE_TYPES.get(parseMediaType(reply.type)) ?? OTHER_FILE;
    const fallback = findRowText("row", result, options) ?? "";
    const text = options.formatName((path) => findRowText(path, result, options));
    const name = names.create(text, { extension, fallback });
    results.push(formatCsvLine([result.number, name, 200, ""]));
    return zip.add(name, Buffer.from(reply.body), isText);
  };
  return {
    form: "file",
    type: "application/zip",
    extension: "zip",
    write(result) {
      const { number, outcome } = result;
      if ("reply" in outcome) return add(result, outcome.reply);
      results.push(formatCsvLine([number, "", outcome.error.status, outcome.error.message]));
      return [];
    },
    async end() {
      const table = await zip.add("results.csv", Buffer.from(results.join("")), true);
      return [...table, ...zip.end()];
    },
  };
}
