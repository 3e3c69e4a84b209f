import type { TSchema } from "typebox";
import { type Issue, type Path, ValidationError } from "../errors.ts";
import type { Input, SchemaNode } from "../schema.ts";
import { type CheckRules, NO_ISSUES } from "./checks.ts";
import { compileRules } from "./rules.ts";
import { FORBIDDEN_CHARS, compileTextNormalizer } from "./text-normalizer.ts";

/** A member that was sent under its alias, by its path in the schema. */
interface AliasUse {
  path: Path;
  alias: string;
}

interface NormalizeState {
  issues: Issue[];
  aliases: AliasUse[];
}

/** The position of a value within an input. */
interface Cursor {
  step: string | number;
  parent: Cursor | undefined;
  state: NormalizeState;
}

/**
 * Returns the normalized value and reports issues at its position. Values of an unexpected type are
 * unchanged.
 */
type Normalizer = (value: unknown, cursor: Cursor) => unknown;

/** An input that breaks rules of its schema. */
export class InvalidInputError extends ValidationError {
  /** The normalized input, of which members without an issue are valid. */
  readonly input: unknown;

  constructor(issues: readonly Issue[], input: unknown) {
    super(issues);
    this.input = input;
  }
}

/** Compiles the rule of a text that keywords cannot express. */
function compileTextCheck({ "x-check": check }: SchemaNode): CheckRules {
  return (value) => {
    const message = check?.(value as string);
    return message === undefined ? NO_ISSUES : [{ path: [], message }];
  };
}

/**
 * Returns the parser of a schema, which is compiled on first use, because a start does not wait for
 * those of every tool. It returns a normalized value, or throws a ValidationError that names every
 * broken rule. It drops unknown members, treats `null` as absent for optional members, fills in
 * defaults and normalizes text by its hints. It never coerces types.
 */
export function compileInput<S extends TSchema>(schema: S): (value: unknown) => Input<S> {
  let parse: ((value: unknown) => Input<S>) | undefined;
  return (value) => (parse ??= compileParser(schema))(value);
}

function compileParser<S extends TSchema>(schema: S): (value: unknown) => Input<S> {
  const normalize = compileNormalizer(schema);
  const checkRules = compileRules(schema, { "x-check": compileTextCheck });
  return (value) => {
    const state: NormalizeState = { issues: [], aliases: [] };
    const normalized = normalize(value, { step: "", parent: undefined, state });
    const issues = checkRules(normalized);
    if (issues.length > 0 || state.issues.length > 0) {
      throw new InvalidInputError(collectIssues(state, issues), normalized);
    }
    return normalized as Input<S>;
  };
}

/**
 * Returns one issue per path: a text with a lone surrogate need not be reported as too long as
 * well.
 */
function collectIssues({ issues, aliases }: NormalizeState, broken: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  const sent = broken.map(({ path, message }) => ({ path: toSentPath(path, aliases), message }));
  return [...issues, ...sent].filter(({ path }) => {
    const key = path.join("\0");
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Replaces member names by the aliases that the caller sent, so that errors name the caller's
 * members.
 */
function toSentPath(path: Path, aliases: readonly AliasUse[]): Path {
  const sent = [...path];
  for (const { path: member, alias } of aliases) {
    if (member.every((step, index) => path[index] === step)) sent[member.length - 1] = alias;
  }
  return sent;
}

/** Returns the steps from the whole input to the cursor, as the schema names them. */
function getSchemaPath(cursor: Cursor): Path {
  return cursor.parent ? [...getSchemaPath(cursor.parent), cursor.step] : [];
}

function reportIssue(cursor: Cursor, message: string): void {
  const { issues, aliases } = cursor.state;
  issues.push({ path: toSentPath(getSchemaPath(cursor), aliases), message });
}

/** Compiles the normalizer of a schema, so that a call does not read the schema again. */
function compileNormalizer(node: SchemaNode): Normalizer {
  const normalizeText = compileCheckedNormalizer(findAlternative(node, "string"));
  const normalizeList = compileListNormalizer(findAlternative(node, "array"));
  const normalizeObject = compileObjectNormalizer(findAlternative(node, "object"));
  return (value, cursor) => {
    if (typeof value === "string") return normalizeText(value, cursor);
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    return Array.isArray(value) ? normalizeList(value, cursor) : normalizeObject(value, cursor);
  };
}

/** Returns the alternative of a union that accepts values of this type. */
function findAlternative(node: SchemaNode, type: string): SchemaNode {
  return node.anyOf?.find((alternative) => alternative.type === type) ?? node;
}

/** The limit of lists whose schema has none. */
const MAX_ITEMS = 10_000;

/**
 * Compiles the normalizer of lists. It skips lists over their limit, because each entry could
 * report an issue.
 */
function compileListNormalizer({
  items,
  maxItems = MAX_ITEMS,
}: SchemaNode): (value: unknown[], cursor: Cursor) => unknown {
  const normalize = items ? compileNormalizer(items) : (item: unknown) => item;
  return (value, cursor) => {
    if (value.length > maxItems) {
      reportIssue(cursor, `must have at most ${maxItems} entries`);
      return [];
    }
    const { state } = cursor;
    return value.map((item, step) => normalize(item, { step, parent: cursor, state }));
  };
}

/**
 * Compiles the normalizer of records, whose members have any name. It skips records over their
 * limit, like lists.
 */
function compileRecordNormalizer(
  member: SchemaNode,
  maxProperties: number,
): (value: object, cursor: Cursor) => object {
  const normalize = compileNormalizer(member);
  return (value, cursor) => {
    const entries = Object.entries(value);
    if (entries.length > maxProperties) {
      reportIssue(cursor, `must have at most ${maxProperties} entries`);
      return {};
    }
    const { state } = cursor;
    // `fromEntries` defines members, so that one named `__proto__` is as harmless as any other.
    return Object.fromEntries(
      entries.map(([step, entry]) => [step, normalize(entry, { step, parent: cursor, state })]),
    );
  };
}

function compileObjectNormalizer(node: SchemaNode): (value: object, cursor: Cursor) => object {
  const [entry] = Object.values(node.patternProperties ?? {});
  if (entry) return compileRecordNormalizer(entry, node.maxProperties ?? MAX_ITEMS);
  const members = Object.entries(node.properties ?? {}).map(([name, member]) => ({
    name,
    alias: member["x-alias"],
    isRequired: node.required?.includes(name) ?? false,
    initial: member.default,
    normalize: compileNormalizer(member),
  }));
  const { "x-exactly-one": alternatives, "x-exactly-one-subject": subject } = node;
  const replaceable = Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const others = member["x-required-unless"];
    return others ? [{ name, others }] : [];
  });
  return (value, parent) => {
    const { state } = parent;
    const normalized: Record<string, unknown> = {};
    for (const { name, alias, isRequired, initial, normalize } of members) {
      const sent =
        alias === undefined
          ? getOwnMember(value, name)
          : readAliased(value, alias, { step: name, parent, state });
      if (sent !== undefined && (sent !== null || isRequired)) {
        normalized[name] = normalize(sent, { step: name, parent, state });
      } else if (initial !== undefined) normalized[name] = initial;
    }
    if (alternatives) requireExactlyOne(normalized, { members: alternatives, subject }, parent);
    for (const member of replaceable) requireUnless(normalized, member, parent);
    return normalized;
  };
}

/** Reports an issue at the first of the members unless exactly one of them was sent. */
function requireExactlyOne(
  value: Record<string, unknown>,
  { members, subject }: { members: readonly string[]; subject: string | undefined },
  parent: Cursor,
): void {
  const sent = members.filter((name) => value[name] !== undefined);
  if (sent.length === 1) return;
  const [first = "", ...others] = members;
  const { state } = parent;
  if (subject !== undefined) {
    state.issues.push({ path: [...getSchemaPath(parent), first], subject, message: "is required" });
  } else if (sent.length === 0) {
    reportIssue({ step: first, parent, state }, `is required unless ${others.join(" or ")} is set`);
  } else {
    const [step = first, ...rest] = sent;
    reportIssue({ step, parent, state }, `must not be combined with ${rest.join(" and ")}`);
  }
}

/** Reports an issue at a member that is missing, unless one of the others was sent. */
function requireUnless(
  value: Record<string, unknown>,
  { name, others }: { name: string; others: readonly string[] },
  parent: Cursor,
): void {
  if ([name, ...others].some((member) => value[member] !== undefined)) return;
  reportIssue({ step: name, parent, state: parent.state }, "is required");
}

/** Returns the member under its name or its alias. Two different values are an issue. */
function readAliased(value: object, alias: string, cursor: Cursor): unknown {
  const sent = getOwnMember(value, String(cursor.step));
  const aliased = getOwnMember(value, alias);
  if (sent === undefined || sent === null) {
    if (aliased === undefined || aliased === null) return aliased ?? sent;
    cursor.state.aliases.push({ path: getSchemaPath(cursor), alias });
    return aliased;
  }
  if (aliased !== undefined && aliased !== null && aliased !== sent) {
    reportIssue(cursor, `and ${alias} are two names of one field and must not differ`);
  }
  return sent;
}

/**
 * Returns a member that the caller sent, but undefined for one that every object inherits
 * (`constructor`, `__proto__`).
 */
function getOwnMember(value: object, name: string): unknown {
  const member = (value as Record<string, unknown>)[name];
  // Checks ownership of present members only, because most members are absent and the check is
  // slower than reading.
  return member === undefined || Object.hasOwn(value, name) ? member : undefined;
}

function compileCheckedNormalizer(hints: SchemaNode): (value: string, cursor: Cursor) => string {
  const normalize = compileTextNormalizer(hints);
  const forbidden = hints["x-forbid"] && FORBIDDEN_CHARS[hints["x-forbid"]];
  return (value, cursor) => {
    if (!value.isWellFormed()) reportIssue(cursor, "must not contain a lone surrogate");
    const text = normalize(value);
    if (forbidden?.pattern.test(text)) reportIssue(cursor, `must not contain ${forbidden.name}`);
    return text;
  };
}
