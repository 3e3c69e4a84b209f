import { Ajv, type ErrorObject } from "ajv";
import { isCalendarDate } from "#src/lib/dates/date.js";

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
  formats: { date: isCalendarDate },
});

/**
 * Returns a function that lists the rules which a value breaks according to Ajv, as `path:
 * message`, in our words.
 */
export function compileWithAjv(schema: object): (value: unknown) => string[] {
  const validate = ajv.compile(schema);
  return (value) => {
    const errors = validate(value) ? [] : (validate.errors ?? []);
    return errors.filter((error) => !isRedundant(error, errors)).map(formatError);
  };
}

/**
 * Ajv reports every alternative of a union; only those of the alternative whose type fits are of
 * interest.
 */
function isRedundant(error: ErrorObject, errors: ErrorObject[]): boolean {
  if (error.keyword === "type") return /\/anyOf\/\d+\/type$/.test(error.schemaPath);
  if (error.keyword === "enum") {
    const type = error.schemaPath.replace(/enum$/, "type");
    return errors.some(({ schemaPath }) => schemaPath === type && /\/anyOf\/\d+\/type$/.test(type));
  }
  if (error.keyword !== "anyOf") return false;
  return errors.some(
    (other) =>
      `${other.instancePath}/`.startsWith(`${error.instancePath}/`) &&
      other.schemaPath.startsWith(`${error.schemaPath}/`) &&
      !isRedundant(other, errors),
  );
}

function formatError(error: ErrorObject): string {
  const missing = error.params["missingProperty"] as string | undefined;
  return missing === undefined
    ? `${error.instancePath}: ${formatMessage(error)}`
    : `${error.instancePath}/${missing}: is required`;
}

function formatMessage(error: ErrorObject): string {
  const { limit, allowedValues } = error.params as { limit: number; allowedValues: string[] };
  const { "x-message": message } = (error.parentSchema ?? {}) as { "x-message"?: string };
  switch (error.keyword) {
    case "type":
      return `must be ${typeName(error.params["type"])}`;
    case "anyOf":
      return `must be ${(error.schema as { type?: string }[]).map(({ type }) => typeName(type)).join(" or ")}`;
    case "enum":
      return message ?? `must be one of ${allowedValues.join(", ")}`;
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
    case "maxProperties":
      return `must have at most ${limit} entries`;
    case "format":
      return "must be a date that exists, written YYYY-MM-DD";
    case "pattern":
      return message ?? `must match ${String(error.params["pattern"])}`;
    case "multipleOf":
      return `must be a multiple of ${String(error.params["multipleOf"])}`;
    default:
      return error.message ?? "is not valid";
  }
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}
