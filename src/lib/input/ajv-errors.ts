import type { ErrorObject } from "ajv";
import type { Issue, Path } from "../errors.ts";
import type { InputHints } from "../schema.ts";

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Formats the errors of Ajv as issues in our words, one for each rule that the caller broke. */
export function formatAjvErrors(errors: ErrorObject[]): Issue[] {
  return errors.filter((error) => !isRedundant(error, errors)).map(toIssue);
}

/**
 * Returns true for errors that say less than another one. Ajv reports every alternative of a union, but the caller meant
 * the one whose type fits: type errors of the others are noise, and so is "matches none" beside a more precise error.
 */
function isRedundant(error: ErrorObject, errors: ErrorObject[]): boolean {
  if (error.keyword === "type") return /\/anyOf\/\d+\/type$/.test(error.schemaPath);
  if (error.keyword !== "anyOf") return false;
  return errors.some(
    (other) => other.schemaPath.startsWith(`${error.schemaPath}/`) && !isRedundant(other, errors),
  );
}

function toIssue(error: ErrorObject): Issue {
  const path = toPath(error.instancePath);
  if (error.keyword !== "required") return { path, message: formatMessage(error) };
  return { path: [...path, String(error.params["missingProperty"])], message: "is required" };
}

/** Converts a JSON pointer. Steps of digits are list positions, because no member of ours is named by digits. */
function toPath(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function formatMessage(error: ErrorObject): string {
  const { limit, allowedValues } = error.params as { limit: number; allowedValues: string[] };
  const { "x-message": message } = (error.parentSchema ?? {}) as InputHints;
  switch (error.keyword) {
    case "type":
      return `must be ${typeName(error.params["type"])}`;
    case "anyOf":
      return `must be ${(error.schema as { type?: string }[]).map(({ type }) => typeName(type)).join(" or ")}`;
    case "enum":
      return `must be one of ${allowedValues.join(", ")}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return `must have at least ${limit} ${limit === 1 ? "entry" : "entries"}`;
    case "maxItems":
      return `must have at most ${limit} entries`;
    case "format":
      return "must be a date that exists, written YYYY-MM-DD";
    case "pattern":
      return message ?? `must match ${String(error.params["pattern"])}`;
    default:
      return error.message ?? "is not valid";
  }
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}
