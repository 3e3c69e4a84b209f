import { Ajv, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { isCalendarDate } from "../date.ts";
import { ValidationError, type Path, type Issue } from "../errors.ts";
import { formatAjvErrors } from "./ajv-errors.ts";
import type { Input, InputHints } from "../schema.ts";
import { FORBIDDEN_CHARS, textNormalizer } from "./text.ts";

/** The members of JSON Schema (and our hints) that reading an input looks at. */
interface Node extends InputHints {
  type?: string;
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  maxProperties?: number;
  required?: string[];
  items?: Node;
  maxItems?: number;
  anyOf?: Node[];
  enum?: string[];
  default?: unknown;
}

/** Where tidying is (a step and the place above it) and what it has found wrong so far. */
interface Cursor {
  step: string | number;
  above: Cursor | undefined;
  problems: Issue[];
}

/** Makes a value clean, or notes at its place why it cannot be. What it does not know it leaves to the rules. */
type Normalizer = (value: unknown, place: Cursor) => unknown;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
  formats: { date: isCalendarDate },
  // The schemas are our own: tests hold them to the meta-schema, which takes longer to compile than all of them.
  meta: false,
  validateSchema: false,
});

/**
 * Makes the reader of one schema: it turns whatever a caller sent into a clean value, or throws an
 * InputError that names every broken rule. Unknown members are left behind, `null` counts as absent for
 * an optional member, defaults are filled in, text is tidied as its hints ask. Nothing is coerced.
 */
export function compileInput<S extends TSchema>(schema: S): (value: unknown) => Input<S> {
  const tidy = compileNormalizer(schema);
  // Compiled at the first call: a start would otherwise wait for the checks of every tool.
  let check: ValidateFunction | undefined;
  return (value) => {
    check ??= ajv.compile(schema);
    const problems: Issue[] = [];
    const clean = tidy(value, { step: "", above: undefined, problems });
    if (!check(clean)) problems.push(...formatAjvErrors(check.errors ?? []));
    if (problems.length > 0) throw new ValidationError(firstIssuePerPath(problems));
    return clean as Input<S>;
  };
}

/** One sentence a place: a text with a lone surrogate need not also hear that it is too long. */
function firstIssuePerPath(problems: Issue[]): Issue[] {
  const seen = new Set<string>();
  return problems.filter(({ path }) => {
    const place = path.join("\0");
    return !seen.has(place) && seen.add(place);
  });
}

function pathOf(place: Cursor): Path {
  const path: (string | number)[] = [];
  for (let at = place; at.above; at = at.above) path.unshift(at.step);
  return path;
}

/** The schema is looked at once, here; a call then does only what its value needs. */
function compileNormalizer(node: Node): Normalizer {
  const text = compileTextNormalizer(branch(node, "string"));
  const list = compileListNormalizer(branch(node, "array"));
  const members = compileObjectNormalizer(branch(node, "object"));
  return (value, place) => {
    if (typeof value === "string") return text(value, place);
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value) ? list(value, place) : members(value, place);
  };
}

/** The alternative of a union that takes values of this type. */
function branch(node: Node, type: string): Node {
  return node.anyOf?.find((alternative) => alternative.type === type) ?? node;
}

/** What a list may hold whose schema does not say. */
const MAX_ITEMS = 10_000;

/** A list over its limit is not walked: a megabyte of entries would have a sentence of error each. */
function compileListNormalizer({
  items,
  maxItems = MAX_ITEMS,
}: Node): (value: unknown[], place: Cursor) => unknown {
  const tidy = items ? compileNormalizer(items) : (item: unknown) => item;
  return (value, place) => {
    if (value.length > maxItems) {
      refuse(place, `must have at most ${maxItems} entries`);
      return [];
    }
    return value.map((item, step) => tidy(item, { step, above: place, problems: place.problems }));
  };
}

/** A record's members have names that the caller chose. One over its limit is not walked, like a list. */
function compileRecordNormalizer(
  member: Node,
  maxProperties: number,
): (value: object, place: Cursor) => object {
  const normalize = compileNormalizer(member);
  return (value, place) => {
    const entries = Object.entries(value);
    if (entries.length > maxProperties) {
      refuse(place, `must have at most ${maxProperties} entries`);
      return {};
    }
    const { problems } = place;
    // `fromEntries` defines members, so that one named `__proto__` is as harmless as any other.
    return Object.fromEntries(
      entries.map(([step, entry]) => [step, normalize(entry, { step, above: place, problems })]),
    );
  };
}

function compileObjectNormalizer(node: Node): (value: object, place: Cursor) => object {
  const [entry] = Object.values(node.patternProperties ?? {});
  if (entry) return compileRecordNormalizer(entry, node.maxProperties ?? MAX_ITEMS);
  const members = Object.entries(node.properties ?? {}).map(([name, member]) => ({
    name,
    alias: member["x-alias"],
    required: node.required?.includes(name) ?? false,
    absent: member.default,
    tidy: compileNormalizer(member),
  }));
  return (value, place) => {
    const clean: Record<string, unknown> = {};
    for (const { name, alias, required, absent, tidy } of members) {
      const at = { step: name, above: place, problems: place.problems };
      const given = alias === undefined ? own(value, name) : read(value, alias, at);
      if (given !== undefined && (given !== null || required)) clean[name] = tidy(given, at);
      else if (absent !== undefined) clean[name] = absent;
    }
    return clean;
  };
}

/** The member's value under its name or its alias; two names with different values are a problem. */
function read(value: object, alias: string, place: Cursor): unknown {
  const given = own(value, String(place.step));
  const other = own(value, alias);
  if (given === undefined || given === null) return other ?? given;
  if (other !== undefined && other !== null && other !== given) {
    refuse(place, `and ${alias} are two names of one field and must not differ`);
  }
  return given;
}

/** Only what the caller sent, never what every object inherits (`constructor`, `__proto__`). */
function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function refuse(place: Cursor, rule: string): void {
  place.problems.push({ path: pathOf(place), rule });
}

function compileTextNormalizer(hints: Node): (value: string, place: Cursor) => string {
  const tidied = textNormalizer(hints);
  const refused = hints["x-refuse"] && FORBIDDEN_CHARS[hints["x-refuse"]];
  return (value, place) => {
    if (!value.isWellFormed()) refuse(place, "must not contain a lone surrogate");
    const text = tidied(value);
    if (refused?.pattern.test(text)) refuse(place, `must not contain ${refused.what}`);
    return text;
  };
}
