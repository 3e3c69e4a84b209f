import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { randomBytes } from "node:crypto";
import { openResponse, readBody, toQuery } from "../server-client.ts";
import type { BatchArgs } from "./arguments.ts";
import type { BatchInput } from "./input.ts";
import type { BatchReport } from "./report.ts";
import { followJob, openResult, type RemoteJob } from "./remote-job.ts";

/** Rows of one batch; more are a job. */
const MAX_BATCH_ROWS = 1000;

/** How a server runs rows. */
interface RemoteOptions {
  args: BatchArgs;
  input: BatchInput;
  rowCount: number;
  report: BatchReport;
  signal: AbortSignal;
}

/** Runs rows on a server, as a job above 1,000 rows. Yields the bytes of the output. */
export async function* runRemotely({
  args,
  input,
  rowCount,
  report,
  signal,
}: RemoteOptions): AsyncGenerator<Uint8Array> {
  const { server = "", tool, query } = args;
  const isJob = rowCount > MAX_BATCH_ROWS;
  const members = toQuery(query).toString();
  const search = members && `?${members}`;
  const url = `${server}/api/v1/${isJob ? "jobs" : "batch"}/${tool.name}${search}`;
  const response = await openResponse(url, { ...createForm(args, input), signal });
  if (!isJob) return yield* readBody(response);
  const created = (await response.json()) as RemoteJob;
  await followJob(server, created.id, {
    signal,
    onProgress: ({ done, failed }) => report.update(done, failed),
  });
  report.reset();
  return yield* readBody(await openResult(server, created.id, signal));
}

const TYPES = { json: "application/json", ndjson: "application/x-ndjson", table: "text/csv" };

/** Creates a form with the file and the options, which is read while it is sent. */
function createForm(
  { options, outputKind }: BatchArgs,
  { path, kind }: BatchInput,
): RequestInit & { duplex: "half" } {
  const boundary = `sundry-${randomBytes(12).toString("hex")}`;
  const fields = Object.entries({ ...options, output: outputKind }).flatMap(([name, value]) =>
    value === undefined ? [] : `${formatHead(boundary, `name="${name}"`)}${formatValue(value)}`,
  );
  const file = `name="rows"; filename="${encodeURIComponent(basename(path))}"`;
  async function* write(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(fields.join(""));
    yield Buffer.from(formatHead(boundary, file, `content-type: ${TYPES[kind]}\r\n`));
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: write() as unknown as NonNullable<RequestInit["body"]>,
    duplex: "half",
  };
}

function formatHead(boundary: string, disposition: string, others = ""): string {
  return `\r\n--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${others}\r\n`;
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
