import type { Issue } from "../errors.ts";

/**
 * Returns the rules that a value breaks, with paths below it; the shared empty list when it breaks
 * none.
 */
export type CheckRules = (value: unknown) => readonly Issue[];

/** The result for a value that breaks no rule; shared, because most values break none. */
export const NO_ISSUES: readonly Issue[] = [];

/** The predicate of a type, and its name for error messages. */
interface TypeRule {
  name: string;
  matches(value: unknown): boolean;
}

const TYPES: Record<string, TypeRule> = {
  string: { name: "a string", matches: (value) => typeof value === "string" },
  number: { name: "a number", matches: (value) => Number.isFinite(value) },
  integer: { name: "a whole number", matches: (value) => Number.isInteger(value) },
  boolean: { name: "true or false", matches: (value) => typeof value === "boolean" },
  array: { name: "a list", matches: Array.isArray },
  object: {
    name: "an object",
    matches: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  null: { name: "null", matches: (value) => value === null },
};

/** Returns a check that reports values of another type, and runs `check` on the others. */
export function createTypeCheck(type: string | string[], check: CheckRules): CheckRules {
  const { matches, name } = createTypeRule(type);
  const issues: readonly Issue[] = [{ path: [], message: `must be ${name}` }];
  return (value) => (matches(value) ? check(value) : issues);
}

/** Returns the rule of a type. Throws an Error for an unknown type. */
export function createTypeRule(type: string | string[]): TypeRule {
  const rule = TYPES[String(type)];
  if (!rule) throw new Error(`the type ${String(type)} has no rule`);
  return rule;
}

/** Returns a check that runs all of the others. */
export function joinChecks(checks: readonly CheckRules[]): CheckRules {
  const [first, second] = checks;
  if (!first) return () => NO_ISSUES;
  if (!second) return first;
  return (value) => {
    let issues = NO_ISSUES;
    for (const check of checks) issues = joinIssues(issues, check(value));
    return issues;
  };
}

/**
 * Joins two lists. Returns one of them itself when the other is empty, because most values break no
 * rule.
 */
export function joinIssues(issues: readonly Issue[], more: readonly Issue[]): readonly Issue[] {
  if (more.length === 0) return issues;
  return issues.length === 0 ? more : [...issues, ...more];
}

export function createRule(isValid: (value: unknown) => boolean, message: string): CheckRules {
  const issues: readonly Issue[] = [{ path: [], message }];
  return (value) => (isValid(value) ? NO_ISSUES : issues);
}

export function createNumberRule(isValid: (value: number) => boolean, message: string): CheckRules {
  return createRule((value) => isValid(value as number), message);
}

export function createTextRule(isValid: (text: string) => boolean, message: string): CheckRules {
  return createRule((value) => isValid(value as string), message);
}

/** Counts the code points of a text without allocating. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return count;
}

/** Returns the issues of a member or entry as issues of the value that contains it. */
export function prefixPaths(step: string | number, issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path: [step, ...path], message }));
}
