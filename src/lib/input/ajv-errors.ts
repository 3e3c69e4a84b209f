import type { ErrorObject } from "ajv";
import type { Path, Issue } from "../errors.ts";
import type { InputHints } from "../schema.ts";

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The validator's findings in our sentences, one for each rule that the caller broke. */
export function formatAjvErrors(errors: ErrorObject[]): Issue[] {
  return errors.filter((error) => !isRedundant(error, errors)).map(toProblem);
}

/**
 * A union reports what is wrong with each of its alternatives. What the caller meant is the alternative
 * whose type fits: the other's type error is noise, and so is "matches none" once something more exact is said.
 */
function isRedundant(error: ErrorObject, errors: ErrorObject[]): boolean {
  if (error.keyword === "type") return /\/anyOf\/\d+\/type$/.test(error.schemaPath);
  if (error.keyword !== "anyOf") return false;
  return errors.some(
    (other) => other.schemaPath.startsWith(`${error.schemaPath}/`) && !isRedundant(other, errors),
  );
}

function toProblem(error: ErrorObject): Issue {
  const path = toPath(error.instancePath);
  if (error.keyword !== "required") return { path, rule: ruleText(error) };
  return { path: [...path, String(error.params["missingProperty"])], rule: "is required" };
}

/** A JSON pointer as a path. No input of ours has a member named by digits: those are list positions. */
function toPath(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function ruleText(error: ErrorObject): string {
  const { limit, allowedValues } = error.params as { limit: number; allowedValues: string[] };
  const { "x-rule": rule } = (error.parentSchema ?? {}) as InputHints;
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
      return rule ?? `must match ${String(error.params["pattern"])}`;
    default:
      return error.message ?? "is not valid";
  }
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}
