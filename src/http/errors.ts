import { STATUS_CODES } from "node:http";
import {
  getErrorStatus,
  HttpError,
  type Path,
  UnavailableError,
  ValidationError,
} from "../lib/errors.ts";
import { acceptsExplicitly } from "../lib/net/http-headers.ts";
import type { RequestContext } from "./context.ts";
import type { Reply } from "./reply.ts";
import type { Logger } from "../lib/logger.ts";

interface ErrorResponse {
  status: number;
  message: string;
  code: string;
  headers: Readonly<Record<string, string>>;
  errors?: { pointer: string; detail: string }[];
}

const PROBLEM_JSON = "application/problem+json";

/**
 * The reply to an error: `{ error }` or, where the client accepts it, problem+json (RFC 9457). Logs
 * what is unexpected.
 */
export function toErrorReply(error: unknown, context: RequestContext, log: Logger): Reply {
  const response = describeError(error, context, log);
  const wantsProblem = acceptsExplicitly(context.headers.accept ?? "", PROBLEM_JSON);
  return {
    status: response.status,
    headers: { ...response.headers, "cache-control": "no-store" },
    type: `${wantsProblem ? PROBLEM_JSON : "application/json"}; charset=utf-8`,
    json: wantsProblem ? toProblemJson(response) : { error: response.message },
  };
}

/** Returns the status and the sentence of an error. Logs what is unexpected. */
export function describeError(
  error: unknown,
  { id }: Pick<RequestContext, "id">,
  log: Logger,
): ErrorResponse {
  const response = toErrorResponse(error, id);
  if (response.status === 500) log.error({ requestId: id, err: error }, "unexpected error");
  return response;
}

function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof ValidationError) {
    const errors = error.issues.map(({ path, subject, message }) => ({
      pointer: toPointer(path),
      detail: subject === undefined ? message : `${subject} ${message}`,
    }));
    return { status: 422, message: error.message, code: error.code, headers: {}, errors };
  }
  if (error instanceof UnavailableError) {
    const headers = { "retry-after": String(Math.max(1, Math.ceil(error.retryAfterSeconds))) };
    return { ...createErrorResponse(getErrorStatus(error), error.message), headers };
  }
  if (error instanceof HttpError) {
    return { ...createErrorResponse(error.status, error.message), headers: error.headers };
  }
  // The log has the details under the id.
  const message = `Something went wrong on our side. The request id is ${requestId}.`;
  return createErrorResponse(500, message);
}

function createErrorResponse(status: number, message: string): ErrorResponse {
  const code = getStatusText(status)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");
  return { status, message, code, headers: {} };
}

function getStatusText(status: number): string {
  return STATUS_CODES[status] ?? "Error";
}

function toProblemJson({ status, message, code, errors }: ErrorResponse): object {
  return {
    type: `urn:sundry:problem:${code}`,
    title: getStatusText(status),
    status,
    detail: message,
    ...(errors && { errors }),
    error: message,
  };
}

/** A path as the URI fragment of a JSON pointer (RFC 6901, 6): `#/items/3/rate`. */
function toPointer(path: Path): string {
  const steps = path.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#${steps.map((step) => `/${encodeURIComponent(step.toWellFormed())}`).join("")}`;
}
