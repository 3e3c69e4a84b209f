import { Ajv } from "ajv";
import type { TSchema } from "typebox";
import { isCalendarDate } from "./date.ts";
import { InputError, type Path, type Problem } from "./errors.ts";
import { toProblems } from "./rules.ts";
import type { Input, InputHints } from "./schema.ts";

/** The members of JSON Schema (and our hints) that reading an input looks at. */
interface Node extends InputHints {
  type?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  enum?: string[];
  default?: unknown;
}

/** Where tidying is, and what it has found wrong so far. */
interface Place {
  path: Path;
  problems: Problem[];
}

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
  formats: { date: isCalendarDate },
});

/**
 * Makes the reader of one schema: it turns whatever a caller sent into a clean value, or throws an
 * InputError that names every broken rule. Unknown members are left behind, `null` counts as absent for
 * an optional member, defaults are filled in, text is tidied as its hints ask. Nothing is coerced.
 */
export function inputReader<S extends TSchema>(schema: S): (value: unknown) => Input<S> {
  const root = schema as Node;
  const check = ajv.compile(schema);
  return (value) => {
    const problems: Problem[] = [];
    const clean = tidy(root, value, { path: [], problems });
    if (!check(clean)) problems.push(...toProblems(check.errors ?? []));
    if (problems.length > 0) throw new InputError(firstOfEachPlace(problems));
    return clean as Input<S>;
  };
}

/** One sentence a place: a text with a lone surrogate need not also hear that it is too long. */
function firstOfEachPlace(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path }) => {
    const place = path.join("\0");
    return !seen.has(place) && seen.add(place);
  });
}

function tidy(node: Node, value: unknown, place: Place): unknown {
  if (typeof value === "string") return tidyText(node, value, place);
  if (Array.isArray(value)) {
    const items = branch(node, "array").items;
    // A list over its limit is refused anyway: no need to walk a megabyte of it.
    if (items === undefined || value.length > MOST_ITEMS) return value;
    return value.map((item, index) => tidy(items, item, below(place, index)));
  }
  if (typeof value === "object" && value !== null) {
    return tidyMembers(branch(node, "object"), value as Record<string, unknown>, place);
  }
  return value;
}

const MOST_ITEMS = 10_000;

/** The alternative of a union that takes values of this type. */
function branch(node: Node, type: string): Node {
  return node.anyOf?.find((alternative) => alternative.type === type) ?? node;
}

function tidyMembers(node: Node, value: Record<string, unknown>, place: Place): object {
  const clean: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const given = read(value, name, member, place);
    const absent = given === undefined || (given === null && !node.required?.includes(name));
    if (!absent) clean[name] = tidy(member, given, below(place, name));
    else if (member.default !== undefined) clean[name] = member.default;
  }
  return clean;
}

/** The member's value under its name or its alias; two names with different values are a problem. */
function read(value: Record<string, unknown>, name: string, member: Node, place: Place): unknown {
  const given = own(value, name);
  const alias = member["x-alias"];
  if (alias === undefined) return given;
  const other = own(value, alias);
  if (given === undefined || given === null) return other ?? given;
  if (other !== undefined && other !== null && other !== given) {
    const rule = `and ${alias} are two names of one field and must not differ`;
    place.problems.push({ path: [...place.path, name], rule });
  }
  return given;
}

/** Only what the caller sent, never what every object inherits (`constructor`, `__proto__`). */
function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function below(place: Place, step: string | number): Place {
  return { path: [...place.path, step], problems: place.problems };
}

const BIDI = "\\u202a-\\u202e\\u2066-\\u2069";
const CONTROLS = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f";
const REFUSED = {
  controls: new RegExp(`[${CONTROLS}]`),
  "controls-and-bidi": new RegExp(`[${CONTROLS}${BIDI}\\u200e\\u200f\\u061c]`),
};

function tidyText(node: Node, value: string, place: Place): string {
  const hints = branch(node, "string");
  const refuse = (rule: string) => place.problems.push({ path: place.path, rule });
  if (!value.isWellFormed()) refuse("must not contain a lone surrogate");
  const text = hints.enum ? chosen(hints, value) : tidyBreaks(hints, value);
  if (hints["x-refuse"] && REFUSED[hints["x-refuse"]].test(text)) {
    refuse("must not contain control characters");
  }
  return text;
}

function tidyBreaks(hints: Node, value: string): string {
  if (hints["x-text"] === "line") return value.replace(/[\r\n\t\u2028\u2029]+/g, " ");
  if (hints["x-text"] === "lines") return value.replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return value;
}

/** The value that the caller's spelling stands for; what fits none stays, to be refused by `enum`. */
function chosen(hints: Node, value: string): string {
  if (value.length > MOST_SPELLING) return value;
  const ignored = new Set(hints["x-ignore"]);
  const fold = (text: string) =>
    [...text.toLowerCase()].filter((character) => !ignored.has(character)).join("");
  const spellings = { ...hints["x-spellings"] };
  for (const option of hints.enum ?? []) spellings[option] = option;
  const folded = fold(value);
  const known = Object.keys(spellings).find((spelling) => fold(spelling) === folded);
  return known === undefined ? value : (spellings[known] ?? value);
}

const MOST_SPELLING = 100;
