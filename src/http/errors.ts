import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { acceptsExplicitly } from "../lib/http-headers.ts";
import { HttpError, ValidationError, UnavailableError, type Path } from "../lib/errors.ts";
import { isHeldBack } from "./expect.ts";

/** What a failure becomes on the wire. */
interface Failure {
  status: number;
  message: string;
  slug: string;
  headers: Record<string, string>;
  errors?: { pointer: string; detail: string }[];
}

/** Fastify's own refusals, in our words. */
const FRAMEWORK: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "the body is too large for this path"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "send the body with Content-Type: application/json"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "the body is not as long as Content-Length says"],
  FST_ERR_BAD_URL: [400, "the URL is not valid"],
  FST_ERR_MAX_PARAM_LENGTH: [400, "a part of the path is too long"],
};

/** Answers a request with a failure, as `{ error }` or, where the caller accepts it, problem+json (RFC 9457). */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error, request.id);
  if (
    failure.status >= 500 &&
    !(error instanceof UnavailableError) &&
    !(error instanceof HttpError)
  ) {
    request.log.error({ requestId: request.id, err: error }, "unexpected error");
  }
  const wantsProblem = acceptsExplicitly(request.headers.accept ?? "", "application/problem+json");
  const type = wantsProblem ? "application/problem+json" : "application/json";
  // Fastify hangs up on a body it refuses, and a sender who is still sending then never reads why. What is left
  // of the body passes unread instead; the timeout of requests ends one without end.
  reply.removeHeader("connection");
  if (isHeldBack(request)) reply.header("connection", "close");
  void reply
    .code(failure.status)
    .headers(failure.headers)
    .header("content-type", `${type}; charset=utf-8`)
    .header("cache-control", "no-store")
    .serializer(JSON.stringify)
    .send(wantsProblem ? toProblemJson(failure) : { error: failure.message });
}

function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof ValidationError) {
    const errors = error.issues.map(({ path, message }) => ({
      pointer: pointer(path),
      detail: message,
    }));
    return { status: 422, message: error.message, slug: error.code, headers: {}, errors };
  }
  if (error instanceof UnavailableError) {
    const status = error.kind === "rate-limited" ? 429 : 503;
    const headers = { "retry-after": String(Math.max(1, Math.ceil(error.retryAfterSeconds))) };
    return { ...plain(status, error.message), headers };
  }
  if (error instanceof HttpError)
    return { ...plain(error.status, error.message), headers: error.headers };
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  const known = FRAMEWORK[code];
  if (known) return plain(...known);
  if (statusCode >= 400 && statusCode < 500)
    return plain(statusCode, reason(statusCode).toLowerCase());
  return plain(500, `something went wrong on our side; the request id is ${requestId}`);
}

function plain(status: number, message: string): Failure {
  const slug = reason(status)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");
  return { status, message, slug, headers: {} };
}

function reason(status: number): string {
  return STATUS_CODES[status] ?? "Error";
}

function toProblemJson({ status, message, slug, errors }: Failure): object {
  return {
    type: `urn:sundry:problem:${slug}`,
    title: reason(status),
    status,
    detail: message,
    ...(errors && { errors }),
    error: message,
  };
}

/** A path as the JSON pointer fragment of RFC 6901: `#/items/3/rate`. No name of ours needs escapes. */
function pointer(path: Path): string {
  return `#${path.map((step) => `/${step}`).join("")}`;
}
