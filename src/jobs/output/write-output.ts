import type { BatchOutput } from "../options.ts";
import type { RowResult } from "../run-rows.ts";
import { createCsvOutput } from "./csv-output.ts";
import { createNdjsonOutput } from "./ndjson-output.ts";
import type { Output, OutputOptions, OutputParts } from "./output.ts";
import { createZipOutput } from "./zip-output.ts";

const OUTPUTS: Record<BatchOutput, (options: OutputOptions) => Output> = {
  ndjson: createNdjsonOutput,
  zip: createZipOutput,
  csv: createCsvOutput,
};

/** Creates the writer of one batch. */
export function createOutput(kind: BatchOutput, options: OutputOptions): Output {
  return OUTPUTS[kind](options);
}

/** Bytes up to which small parts are collected and sent together. */
const CHUNK_BYTES = 32_768;

/** Milliseconds after which parts are sent with the next row, whatever their size. */
const CHUNK_MS = 50;

/** Writes results as chunks of bytes. The first row is sent when it is there. */
export async function* writeOutput(
  output: Output,
  results: AsyncIterable<RowResult>,
): AsyncGenerator<Uint8Array, void> {
  let parts = toBuffers(output.start?.() ?? []);
  let sentMs = -Infinity;
  for await (const result of results) {
    parts.push(...toBuffers(await output.write(result)));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (bytes < CHUNK_BYTES && performance.now() - sentMs < CHUNK_MS) continue;
    yield Buffer.concat(parts);
    parts = [];
    sentMs = performance.now();
  }
  parts.push(...toBuffers((await output.end?.()) ?? []));
  if (parts.length > 0) yield Buffer.concat(parts);
}

function toBuffers(parts: OutputParts): Uint8Array[] {
  return parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
}
