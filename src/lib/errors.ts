import { toPrintable } from "./text/printable.ts";

/**
 * Path to an invalid value in a caller's input: object members and list positions, outermost first.
 */
export type Path = readonly (string | number)[];

/**
 * One broken rule. `message` completes the sentence that starts with the path ("must be at most
 * 100"). A message that begins with a colon is a complete sentence (": AI (17) has the date 271301,
 * which does not exist").
 */
export interface Issue {
  path: Path;
  /** Begins the sentence instead of the path: `xrechnung` in "xrechnung needs buyerReference". */
  subject?: string | undefined;
  message: string;
}

/** Formats a path for people: `items[3].rate`. The path of the whole input is `body`. */
export function formatPath(path: Path): string {
  if (path.length === 0) return "body";
  const text = path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join("");
  // A caller chooses the names of some members, and a sentence is read on terminals.
  return toPrintable(text);
}

function formatIssue({ path, subject = formatPath(path), message }: Issue): string {
  return `${subject}${message.startsWith(":") ? "" : " "}${message}`;
}

/**
 * A mistake of the caller: 422 over HTTP, a tool error over MCP, exit code 2 on the command line.
 * The message names every broken rule. `code` distinguishes kinds of failure where a tool has
 * several.
 */
export class ValidationError extends Error {
  readonly issues: readonly Issue[];
  readonly code: string;

  constructor(issues: readonly Issue[], code = "invalid-input") {
    // Rules quote texts of the caller.
    const printable = issues.map((issue) => ({ ...issue, message: toPrintable(issue.message) }));
    super(printable.map(formatIssue).join("; "));
    this.name = "ValidationError";
    this.issues = printable;
    this.code = code;
  }

  /** Returns an error for one broken rule at one path. */
  static at(path: Path, message: string, code?: string): ValidationError {
    return new ValidationError([{ path, message }], code);
  }
}

/** Throws a ValidationError if there are issues. */
export function throwIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}

/**
 * Returns the results of both functions. When both throw a ValidationError, throws one that names
 * the issues of both, so that a caller can correct everything in one pass.
 */
export function collectErrors<A, B>(first: () => A, second: () => B): [A, B] {
  let value: A;
  try {
    value = first();
  } catch (error) {
    if (error instanceof ValidationError) throwCombined(error, second);
    throw error;
  }
  return [value, second()];
}

function throwCombined(error: ValidationError, second: () => unknown): void {
  try {
    second();
  } catch (laterError) {
    if (!(laterError instanceof ValidationError)) throw laterError;
    throw new ValidationError(
      keepFirstPerPath([...error.issues, ...laterError.issues]),
      error.code,
    );
  }
}

/**
 * Returns the first issue of each path, because a value that breaks one rule often breaks those
 * that build on it.
 */
export function keepFirstPerPath(issues: readonly Issue[]): Issue[] {
  const first = new Map<string, Issue>();
  for (const issue of issues) {
    const key = formatPath(issue.path);
    if (!first.has(key)) first.set(key, issue);
  }
  return [...first.values()];
}

/** Returns the message of anything that was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A valid request that cannot be served now, because a queue is full or a limit is used up: 503 or
 * 429 over HTTP.
 */
export class UnavailableError extends Error {
  readonly kind: "overloaded" | "rate-limited";
  readonly retryAfterSeconds: number;

  constructor(message: string, kind: "overloaded" | "rate-limited", retryAfterSeconds: number) {
    super(message);
    this.name = "UnavailableError";
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error with an HTTP status (404, 405, 413 …). `message` is one sentence for the caller. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
  }
}

/** Returns the HTTP status of an error; 500 for one that is ours. */
export function getErrorStatus(error: unknown): number {
  if (error instanceof ValidationError) return 422;
  if (error instanceof UnavailableError) return error.kind === "rate-limited" ? 429 : 503;
  return error instanceof HttpError ? error.status : 500;
}
