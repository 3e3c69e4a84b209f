import { OUTPUT_TYPES } from "../options.ts";
import { getExtension } from "../../domain/files/media-type.ts";
import { CSV_START, formatCsvLine } from "../../domain/table/csv.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { RowResult } from "../row-result.ts";
import { FileNames } from "./file-names.ts";
import { describeOutcome } from "./line-output.ts";
import type { EncodedRow, Output, OutputOptions, OutputWriter } from "./output.ts";
import { findRowText } from "./row-text.ts";
import { packFile, packFileSync, ZipWriter } from "./zip-writer.ts";

/** Matches the media types of text, which is worth deflating. */
const TEXT_TYPE = /^text\/|[/+](xml|json)$/;

export async function encodeFile(result: RowResult, options: OutputOptions): Promise<EncodedRow> {
  const row = describeOutcome(result);
  if ("error" in result.outcome) return { ...row, bytes: new Uint8Array() };
  const { type, body } = result.outcome.reply;
  const mediaType = parseMediaType(type);
  const extension = getExtension(mediaType);
  const name = options.formatName((path) => findRowText(path, result, options));
  const { data, ...packed } = await packFile(Buffer.from(body), TEXT_TYPE.test(mediaType));
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
