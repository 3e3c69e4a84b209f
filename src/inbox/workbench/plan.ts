import {
  collectErrors,
  type Issue,
  type Path,
  throwIssues,
  ValidationError,
} from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import { countServed, findStep, type PlanState, type PlanStep } from "../../store/store.ts";
import { MAX_STEPS } from "../../domain/record/plan-step.ts";
import { MAX_BODY_BYTES, MAX_HEADER_LENGTH, MAX_HEADERS, PlanInput } from "./schemas.ts";
import { type ResponsePart, parseTemplate } from "./template.ts";

/** Maximum length in bytes of a plan's steps as JSON. */
const MAX_PLAN_BYTES = 262_144;

/** Maximum placeholders of a plan, and different ones, because each capture looks these up. */
const MAX_PLACEHOLDERS = 10_000;
const MAX_DIFFERENT_PLACEHOLDERS = 1_000;

/**
 * Header names that a plan may set, and those of them that are ours or that proxies and browsers
 * obey.
 */
const HEADER_NAME = /^(retry-after|etag|x-[!#$%&'*+.^_`|~0-9a-z-]{1,100})$/i;
const RESERVED_NAME =
  /^x-(accel-|sendfile|lighttpd-|litespeed-|reproxy-|usage-|sundry-|request-id$|robots-tag$|content-type-options$|content-security-policy|webkit-csp|frame-options$|xss-protection$|ua-compatible$|permitted-cross-domain-policies$|dns-prefetch-control$)/i;
const HEADER_VALUE = new RegExp(`^[\\x20-\\x7e]{0,${MAX_HEADER_LENGTH}}$`);

const parseInput = compileInput(PlanInput);

/** Parses a plan's steps. Throws a ValidationError that names every broken rule. */
export function parsePlan(value: unknown): PlanStep[] {
  const [{ steps }] = collectErrors(
    () => parseInput(value),
    () => throwIssues(listSteps(value).flatMap(findStepIssues)),
  );
  throwIssues(steps.flatMap(findConflicts));
  checkPlaceholders(steps);
  if (Buffer.byteLength(JSON.stringify(steps)) <= MAX_PLAN_BYTES) return steps;
  throw ValidationError.at(["steps"], `must have at most ${MAX_PLAN_BYTES} bytes as JSON`);
}

function checkPlaceholders(steps: readonly PlanStep[]): void {
  const parts = steps.flatMap(({ body = "" }) => parseTemplate(body));
  const placeholders = parts.filter((part) => typeof part === "object");
  if (placeholders.length > MAX_PLACEHOLDERS)
    throw ValidationError.at(["steps"], `must have at most ${MAX_PLACEHOLDERS} placeholders`);
  const different = new Set(placeholders.map((placeholder) => JSON.stringify(placeholder)));
  if (different.size <= MAX_DIFFERENT_PLACEHOLDERS) return;
  const message = `must have at most ${MAX_DIFFERENT_PLACEHOLDERS} different placeholders`;
  throw ValidationError.at(["steps"], message);
}

/** A step as it was sent: its members may have any type. */
type SentStep = { headers?: unknown; body?: unknown } | null;

/**
 * Returns the steps as sent, so that rules beyond the schema are checked along with it. Too many
 * are not read.
 */
function listSteps(value: unknown): SentStep[] {
  const { steps } = (value ?? {}) as { steps?: unknown };
  return Array.isArray(steps) ? (steps.slice(0, MAX_STEPS) as SentStep[]) : [];
}

function findStepIssues(step: SentStep, index: number): Issue[] {
  const path = ["steps", index];
  const { headers, body } = step ?? {};
  return [
    ...(typeof body === "string" ? findBodyIssues(body, [...path, "body"]) : []),
    ...(typeof headers === "object" ? findHeaderIssues(headers ?? {}, [...path, "headers"]) : []),
  ];
}

function findBodyIssues(body: string, path: Path): Issue[] {
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) {
    return [{ path, message: `must have at most ${MAX_BODY_BYTES} bytes` }];
  }
  const unknown = parseTemplate(body).find(isUnknown);
  if (!unknown) return [];
  const message = `must not contain {${unknown.text.slice(0, 100)}}; placeholders are {record.id}, {record.seq}, {receivedAt}, {json.PATH} and {query.NAME}`;
  return [{ path, message }];
}

function isUnknown(part: ResponsePart): part is Extract<ResponsePart, { source: "unknown" }> {
  return typeof part === "object" && part.source === "unknown";
}

function findHeaderIssues(headers: object, path: Path): Issue[] {
  const seen = new Set<string>();
  const entries = Object.entries(headers).slice(0, MAX_HEADERS);
  return entries.flatMap(([name, value]: [string, unknown]): Issue[] => {
    const at = [...path, name.slice(0, 100)];
    if (!HEADER_NAME.test(name) || RESERVED_NAME.test(name)) return [{ path: at, message: NAMES }];
    if (seen.has(name.toLowerCase())) return [{ path: at, message: "must not be repeated" }];
    seen.add(name.toLowerCase());
    if (typeof value !== "string" || HEADER_VALUE.test(value)) return [];
    return [{ path: at, message: VALUES }];
  });
}

const NAMES =
  "is not allowed; headers may be Retry-After, ETag and names that begin with X- and that neither Sundry nor proxies use";
const VALUES = `must be printable ASCII of at most ${MAX_HEADER_LENGTH} characters`;

function findConflicts({ status, close, body }: PlanStep, index: number): Issue[] {
  if (close) return [];
  if (status === undefined) return [{ path: ["steps", index, "status"], message: "is required" }];
  if (!hasNoBody(status) || !body) return [];
  return [{ path: ["steps", index, "body"], message: `must be left out for status ${status}` }];
}

/** Returns true for statuses whose responses have no body (RFC 9110). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Returns a plan in the API's form. */
export function describePlan(inbox: string, { fromSeq, lastSeq, steps }: PlanState) {
  const received = lastSeq - fromSeq;
  const next = findStep(steps, received) ?? null;
  return { id: inbox, fromSeq, steps, served: countServed(steps, received), next };
}
