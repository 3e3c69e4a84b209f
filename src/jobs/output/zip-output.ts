import { OUTPUT_TYPES } from "../options.ts";
import { CSV_START, formatCsvLine } from "../../domain/table/csv.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { RowResult } from "../row-result.ts";
import { FileNames } from "./file-names.ts";
import { describeOutcome } from "./line-output.ts";
import type { EncodedRow, Output, OutputOptions, OutputWriter } from "./output.ts";
import { findRowText } from "./row-text.ts";
import { packFile, packFileSync, ZipWriter } from "./zip-writer.ts";

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

/** Returns the extension of a file's media type, and whether the file is text. */
function findFileType(type: string) {
  return FILE_TYPES.get(parseMediaType(type)) ?? OTHER_FILE;
}

export async function encodeFile(result: RowResult, options: OutputOptions): Promise<EncodedRow> {
  const row = describeOutcome(result);
  if ("error" in result.outcome) return { ...row, bytes: new Uint8Array() };
  const { type, body } = result.outcome.reply;
  const { extension, isText } = findFileType(type);
  const name = options.formatName((path) => findRowText(path, result, options));
  const { data, ...packed } = await packFile(Buffer.from(body), isText);
  return { ...row, file: { name, extension, ...packed }, bytes: data };
}

/** Writes one file for each good row, then `results.csv` with all of them. */
export function createZipOutput(options: OutputOptions): Output {
  return {
    form: "file",
    ...OUTPUT_TYPES.zip,
    encode: (result) => encodeFile(result, options),
    createWriter: () => createZipWriter(options),
  };
}

function createZipWriter({ rowCount }: OutputOptions): OutputWriter {
  const zip = new ZipWriter();
  const names = new FileNames(rowCount);
  const results = [CSV_START, formatCsvLine(["row", "file", "status", "error"])];
  return {
    add({ number, status, error = "", file, bytes }) {
      const name = file ? names.create(file, number) : "";
      results.push(formatCsvLine([number, name, status, error]));
      return file ? zip.add(name, { ...file, data: bytes }) : [];
    },
    end() {
      const content = Buffer.from(results.join(""));
      return [...zip.add("results.csv", packFileSync(content, true)), ...zip.end()];
    },
  };
}
