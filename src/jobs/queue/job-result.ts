import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import { HttpError } from "../../lib/errors.ts";
import { parseByteRange } from "../../lib/net/byte-range.ts";
import { formatContentDisposition, matchesETag } from "../../lib/net/http-headers.ts";
import type { Output } from "../output/output.ts";
import { type JobFiles, RESULT } from "./job-files.ts";
import type { Job } from "./job.ts";

/** Seconds after which an unfinished job may be asked for again. */
const RETRY_SECONDS = 2;

/** Throws an HttpError of 409 for a job without a result. */
export function requireResult({ state, rows, done, failed, error }: Job): void {
  if (state === "done") return;
  if (state === "failed") throw new HttpError(409, `The job failed: ${error}`);
  if (state === "cancelled") throw new HttpError(409, "The job was cancelled.");
  const message = `The job is ${state}: ${done} of ${rows} rows, ${failed} failed.`;
  throw new HttpError(409, message, { "retry-after": String(RETRY_SECONDS) });
}

/** The type of a result, and the extension of its file. */
type ResultKind = Pick<Output, "type" | "extension">;

/** Returns the result of a job, or the part that the request asks for. */
export function replyWithResult(
  { method, headers: sent }: RequestContext,
  { id, tool, resultBytes }: Job,
  { files, kind }: { files: JobFiles; kind: ResultKind },
): Reply {
  const size = resultBytes ?? 0;
  const etag = `"${id}"`;
  const name = `${tool}-${id.slice(0, 8)}`;
  const { type, extension } = kind;
  const headers = {
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "accept-ranges": "bytes",
    "content-disposition": formatContentDisposition({ name, extension, type: "attachment" }),
  };
  const isCurrent = matchesETag(sent["if-none-match"], etag);
  const isRanged = method === "GET" && !isCurrent && (sent["if-range"] ?? etag) === etag;
  const range = isRanged ? parseByteRange(sent.range ?? "", size) : undefined;
  if (range === null)
    throw new HttpError(416, `The result has ${size} bytes.`, {
      "content-range": `bytes */${size}`,
    });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const length = { "content-length": String(last - first + 1) };
  const part = range && { "content-range": `bytes ${first}-${last}/${size}` };
  return {
    status: range ? 206 : 200,
    type,
    etag,
    headers: { ...headers, ...(isCurrent ? {} : length), ...part },
    body: files.read(id, RESULT, first, last + 1),
  };
}
