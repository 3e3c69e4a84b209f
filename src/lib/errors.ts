/** Where in a caller's input a rule was broken: object members and list positions, outermost first. */
export type Path = readonly (string | number)[];

/**
 * One broken rule: `rule` completes the sentence that the path begins ("must be at most 100"). A rule that begins with a
 * colon is a sentence of its own (": AI (17) has the date 271301, which does not exist").
 */
export interface Issue {
  path: Path;
  rule: string;
}

/** A path as people write it: `items[3].rate`; the whole input is `body`. */
export function formatPath(path: Path): string {
  if (path.length === 0) return "body";
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join("");
}

function formatIssue({ path, rule }: Issue): string {
  return `${formatPath(path)}${rule.startsWith(":") ? "" : " "}${rule}`;
}

/**
 * The caller did this: becomes 422 over HTTP, a tool error over MCP, exit code 2 on the command line.
 * Its message names every broken rule; `slug` tells kinds of failure apart where a tool has several.
 */
export class ValidationError extends Error {
  readonly problems: readonly Issue[];
  readonly slug: string;

  constructor(problems: readonly Issue[], slug = "invalid-input") {
    super(problems.map(formatIssue).join("; "));
    this.name = "InputError";
    this.problems = problems;
    this.slug = slug;
  }

  /** The common case: one rule broken at one place. */
  static at(path: Path, rule: string, slug?: string): ValidationError {
    return new ValidationError([{ path, rule }], slug);
  }
}

/** What two readers give. Where both refuse with an InputError, one is thrown that names the problems of both. */
export function collectErrors<A, B>(first: () => A, second: () => B): [A, B] {
  let one: A;
  try {
    one = first();
  } catch (error) {
    if (error instanceof ValidationError) throwCombined(error, second);
    throw error;
  }
  return [one, second()];
}

function throwCombined(error: ValidationError, second: () => unknown): void {
  try {
    second();
  } catch (other) {
    if (!(other instanceof ValidationError)) throw other;
    throw new ValidationError([...error.problems, ...other.problems], error.slug);
  }
}

/** Nothing is wrong with the request, but it cannot be served now: a full queue ("busy") or a limit ("rate"). */
export class UnavailableError extends Error {
  readonly reason: "busy" | "rate";
  readonly retryAfterSeconds: number;

  constructor(message: string, reason: "busy" | "rate", retryAfterSeconds: number) {
    super(message);
    this.name = "NotNowError";
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A refusal that has an HTTP status of its own (404, 405, 413 …). `message` is one sentence for the caller. */
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
