import type { BatchOutput } from "../options.ts";
import { createCsvOutput } from "./csv-output.ts";
import { createNdjsonOutput } from "./ndjson-output.ts";
import type { EncodedRow, Output, OutputOptions, OutputParts, OutputWriter } from "./output.ts";
import { createPdfOutput } from "./pdf-output.ts";
import { createZipOutput } from "./zip-output.ts";

const OUTPUTS: Record<BatchOutput, (options: OutputOptions) => Output> = {
  ndjson: createNdjsonOutput,
  zip: createZipOutput,
  csv: createCsvOutput,
  pdf: createPdfOutput,
};

export function createOutput(kind: BatchOutput, options: OutputOptions): Output {
  return OUTPUTS[kind](options);
}

/** Bytes up to which small parts are collected and sent together. */
const CHUNK_BYTES = 32_768;

/** Milliseconds after which parts are sent with the next row, whatever their size. */
const CHUNK_MS = 50;

/** Writes rows as chunks of bytes. The first row is sent when it is there. */
export async function* writeOutput(
  writer: OutputWriter,
  rows: AsyncIterable<EncodedRow>,
): AsyncGenerator<Uint8Array, void> {
  let parts = toBuffers(writer.start?.() ?? []);
  let sentMs = -Infinity;
  for await (const row of rows) {
    parts.push(...toBuffers(writer.add(row)));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (bytes < CHUNK_BYTES && performance.now() - sentMs < CHUNK_MS) continue;
    yield Buffer.concat(parts);
    parts = [];
    sentMs = performance.now();
  }
  parts.push(...toBuffers(writer.end?.() ?? []));
  if (parts.length > 0) yield Buffer.concat(parts);
}

function toBuffers(parts: OutputParts): Uint8Array[] {
  return parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
}
