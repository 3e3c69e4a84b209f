import { OUTPUT_TYPES } from "../options.ts";
import { type Issue, ValidationError } from "../../lib/errors.ts";
import { TooManyPagesError } from "../../pdf/document.ts";
import { PdfJoiner } from "../../pdf/join/join.ts";
import type { Tool } from "../../tools/define.ts";
import { FileNames } from "./file-names.ts";
import type { Output, OutputOptions, OutputWriter } from "./output.ts";
import { encodeFile } from "./zip-output.ts";

const PDF = "application/pdf";

/** Failed rows that the error names. */
const MAX_NAMED_ROWS = 20;

/** Bytes of the joined file, which is made in memory. */
const MAX_BYTES = 128 * 1024 ** 2;

/** Joins the PDFs of all rows, with a bookmark for each. Nothing is written if a row fails. */
export function createPdfOutput(options: OutputOptions): Output {
  return {
    form: "file",
    ...OUTPUT_TYPES.pdf,
    isWhole: true,
    encode: (result) => encodeFile(result, options),
    createWriter: () => createPdfWriter(options),
  };
}

/** Throws a ValidationError for a batch whose rows are no PDFs. */
export function requirePdfs({ media, name, query }: Tool, members: Record<string, unknown>): void {
  if (!media.includes(PDF))
    throw ValidationError.at(["output"], `must be zip, ndjson or csv: ${name} makes no PDF`);
  if (query?.properties["format"] && members["format"] !== "pdf")
    throw ValidationError.at(["output"], "pdf needs format=pdf");
}

function createPdfWriter({ tool, rowCount }: OutputOptions): OutputWriter {
  const names = new FileNames(rowCount);
  const joined = new PdfJoiner(tool.title);
  const failed: Issue[] = [];
  return {
    add({ number, error, file, bytes }) {
      if (error !== undefined)
        failed.push({ path: [], subject: `row ${number}`, message: `: ${error}` });
      else if (file && failed.length === 0) addPages(joined, bytes, names.create(file, number));
      return [];
    },
    end() {
      if (failed.length > 0) throw createRowsError(failed);
      return [joined.finish()];
    },
  };
}

function addPages(joined: PdfJoiner, bytes: Uint8Array, name: string): void {
  try {
    joined.add(bytes, name);
  } catch (error) {
    if (error instanceof TooManyPagesError)
      throw ValidationError.at(["output"], "pdf has more than 1000 pages");
    throw error;
  }
  if (joined.length > MAX_BYTES) throw ValidationError.at(["output"], "pdf has more than 128 MiB");
}

function createRowsError(failed: readonly Issue[]): ValidationError {
  const unnamedCount = failed.length - MAX_NAMED_ROWS;
  const more = { path: [], subject: `and ${unnamedCount}`, message: "more" };
  return new ValidationError([
    ...failed.slice(0, MAX_NAMED_ROWS),
    ...(unnamedCount > 0 ? [more] : []),
  ]);
}
