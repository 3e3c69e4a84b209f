import { isCalendarDate } from "../dates/date.ts";
import type { Issue } from "../errors.ts";
import type { SchemaNode } from "../schema.ts";
import {
  type CheckRules,
  countCodePoints,
  createNumberRule,
  createRule,
  createTextRule,
  createTypeCheck,
  createTypeRule,
  joinChecks,
  joinIssues,
  NO_ISSUES,
  prefixPaths,
} from "./checks.ts";

/**
 * Compiles one keyword of a schema; `rules` are for the schemas inside. The check receives only
 * values of its type.
 */
type CompileRule = (node: SchemaNode, rules: Rules) => CheckRules;

/** The keywords that have a rule, in the order in which broken ones are reported. */
interface Rules {
  readonly [keyword: string]: CompileRule;
}

/**
 * Keywords without a rule, because they only describe a value. The same is true of those that begin
 * with `x-`.
 */
const ANNOTATIONS = new Set(
  "type title description default examples deprecated contentEncoding contentMediaType".split(" "),
);

const RULES: Rules = {
  maximum: ({ maximum = 0 }) =>
    createNumberRule((value) => value <= maximum, `must be at most ${maximum}`),
  minimum: ({ minimum = 0 }) =>
    createNumberRule((value) => value >= minimum, `must be at least ${minimum}`),
  exclusiveMaximum: ({ exclusiveMaximum: limit = 0 }) =>
    createNumberRule((value) => value < limit, `must be less than ${limit}`),
  exclusiveMinimum: ({ exclusiveMinimum: limit = 0 }) =>
    createNumberRule((value) => value > limit, `must be more than ${limit}`),
  multipleOf: ({ multipleOf = 1 }) =>
    createNumberRule(
      (value) => Number.isInteger(value / multipleOf),
      `must be a multiple of ${multipleOf}`,
    ),
  maxLength: ({ maxLength = 0 }) =>
    createTextRule(
      // Code points are counted only in texts that could have too many.
      (text) => text.length <= maxLength || countCodePoints(text) <= maxLength,
      `must have at most ${maxLength} characters`,
    ),
  minLength: ({ minLength = 0 }) =>
    createTextRule(
      (text) => text.length >= minLength && countCodePoints(text) >= minLength,
      minLength === 1 ? "must not be empty" : `must have at least ${minLength} characters`,
    ),
  pattern: ({ pattern = "", "x-message": message = `must match ${pattern}` }) => {
    const expression = new RegExp(pattern, "u");
    return createTextRule((text) => expression.test(text), message);
  },
  format: ({ format }) => {
    if (format !== "date") throw new Error(`format ${format} has no rule`);
    return createTextRule(isCalendarDate, "must be a date that exists, written YYYY-MM-DD");
  },
  enum: ({ enum: values = [], "x-message": message = `must be one of ${values.join(", ")}` }) =>
    createRule((value) => values.includes(value as string), message),
  anyOf: compileUnion,
  maxItems: ({ maxItems = 0 }) =>
    createRule(
      (list) => (list as unknown[]).length <= maxItems,
      `must have at most ${maxItems} entries`,
    ),
  minItems: ({ minItems = 0 }) =>
    createRule(
      (list) => (list as unknown[]).length >= minItems,
      `must have at least ${minItems} ${minItems === 1 ? "entry" : "entries"}`,
    ),
  maxProperties: ({ maxProperties = 0 }) =>
    createRule(
      (value) => Object.keys(value as object).length <= maxProperties,
      `must have at most ${maxProperties} entries`,
    ),
  required: compileRequired,
  items: compileItems,
  patternProperties: compileRecord,
  properties: compileMembers,
};

/**
 * Compiles the rules of a schema; `more` adds keywords. Throws an Error for an unknown keyword,
 * because a published rule that is not checked would be worse than none.
 */
export function compileRules(node: SchemaNode, more: Rules = {}): CheckRules {
  return compileNode(node, { ...RULES, ...more });
}

function compileNode(node: SchemaNode, rules: Rules): CheckRules {
  rejectUnknownKeywords(node, rules);
  const checks = Object.entries(rules).flatMap(([keyword, compile]) =>
    keyword in node ? [compile(node, rules)] : [],
  );
  const checkKeywords = joinChecks(checks);
  const check = node.type === undefined ? checkKeywords : createTypeCheck(node.type, checkKeywords);
  if (!node["x-bytes"]) return check;
  return (value) => (value instanceof Uint8Array ? NO_ISSUES : check(value));
}

function rejectUnknownKeywords(node: SchemaNode, rules: Rules): void {
  const unknown = Object.keys(node).find(
    (keyword) => !(keyword in rules || ANNOTATIONS.has(keyword) || keyword.startsWith("x-")),
  );
  if (unknown !== undefined) throw new Error(`the schema keyword ${unknown} has no rule`);
}

/**
 * Compiles a union. It reports the rules of the alternative that has the value's type, because the
 * caller most likely meant that one. A value of none of the types is reported with all of them.
 */
function compileUnion({ anyOf = [] }: SchemaNode, rules: Rules): CheckRules {
  const alternatives = anyOf.map((node) => ({
    check: compileNode(node, rules),
    matches: node.type === undefined ? () => true : createTypeRule(node.type).matches,
  }));
  const names = anyOf.flatMap(({ type }) =>
    type === undefined ? [] : [createTypeRule(type).name],
  );
  const noneFits: readonly Issue[] = [{ path: [], message: `must be ${names.join(" or ")}` }];
  return (value) => {
    let broken = NO_ISSUES;
    for (const { check, matches } of alternatives) {
      if (!matches(value)) continue;
      const issues = check(value);
      if (issues.length === 0) return NO_ISSUES;
      broken = joinIssues(broken, issues);
    }
    return broken.length > 0 ? broken : noneFits;
  };
}

function compileRequired({ required = [] }: SchemaNode): CheckRules {
  return (value) => {
    const missing = required.filter(
      (name) => (value as Record<string, unknown>)[name] === undefined,
    );
    if (missing.length === 0) return NO_ISSUES;
    return missing.map((name) => ({ path: [name], message: "is required" }));
  };
}

function compileItems({ items = {} }: SchemaNode, rules: Rules): CheckRules {
  const check = compileNode(items, rules);
  return (value) => {
    let issues = NO_ISSUES;
    for (const [index, item] of (value as unknown[]).entries()) {
      const broken = check(item);
      if (broken.length > 0) issues = joinIssues(issues, prefixPaths(index, broken));
    }
    return issues;
  };
}

/** The only supported pattern of record names, which matches every name. */
const ANY_NAME = "^.*$";

function compileRecord({ patternProperties = {} }: SchemaNode, rules: Rules): CheckRules {
  const [[pattern, member] = [ANY_NAME, {}], ...others] = Object.entries(patternProperties);
  if (pattern !== ANY_NAME || others.length > 0) throw new Error("records have any name");
  const check = compileNode(member, rules);
  return (value) => {
    let issues = NO_ISSUES;
    for (const [name, entry] of Object.entries(value as object)) {
      const broken = check(entry);
      if (broken.length > 0) issues = joinIssues(issues, prefixPaths(name, broken));
    }
    return issues;
  };
}

function compileMembers({ properties = {} }: SchemaNode, rules: Rules): CheckRules {
  const members = Object.entries(properties).map(([name, node]) => ({
    name,
    check: compileNode(node, rules),
  }));
  return (value) => {
    let issues = NO_ISSUES;
    for (const { name, check } of members) {
      const member = (value as Record<string, unknown>)[name];
      const broken = member === undefined ? NO_ISSUES : check(member);
      if (broken.length > 0) issues = joinIssues(issues, prefixPaths(name, broken));
    }
    return issues;
  };
}
