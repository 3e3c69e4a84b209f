import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import { HttpError } from "../../lib/errors.ts";
import { selectBytes } from "../../lib/net/byte-range.ts";
import { formatContentDisposition, matchesETag } from "../../lib/net/http-headers.ts";
import type { Output } from "../output/output.ts";
import { type JobFiles, RESULT } from "./job-files.ts";
import { JOB_REPLY_HEADERS } from "./job-object.ts";
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
  context: RequestContext,
  { id, tool, resultBytes }: Job,
  { files, kind }: { files: JobFiles; kind: ResultKind },
): Reply {
  const etag = `"${id}"`;
  const part = selectBytes(context, { noun: "result", size: resultBytes ?? 0, etag });
  const { first, last } = part;
  const isCurrent = matchesETag(context.headers["if-none-match"], etag);
  const name = `${tool}-${id.slice(0, 8)}`;
  const { type, extension } = kind;
  return {
    status: part.status,
    type,
    etag,
    headers: {
      ...JOB_REPLY_HEADERS,
      "accept-ranges": "bytes",
      "content-disposition": formatContentDisposition({ name, extension, type: "attachment" }),
      ...(isCurrent ? {} : { "content-length": String(last - first + 1) }),
      ...part.headers,
    },
    body: files.read(id, RESULT, first, last + 1),
  };
}
