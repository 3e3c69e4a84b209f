import type { Issue } from "../errors.ts";

/** Returns the rules that a value breaks, with paths below it; the shared empty list when it breaks none. */
export type CheckRules = (value: unknown) => readonly Issue[];

/** The result for a value that breaks no rule; shared, because most values break none. */
export const NO_ISSUES: readonly Issue[] = [];

/** The test of a type, and its name for error messages. */
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

/** Returns a check that checks the type first, and its rules only for values of this type. */
export function createTypeCheck(type: string, check: CheckRules): CheckRules {
  const { matches, name } = createTypeRule(type);
  const issues: readonly Issue[] = [{ path: [], message: `must be ${name}` }];
  return (value) => (matches(value) ? check(value) : issues);
}

/** Returns the test of a type, and its name for error messages. Throws an Error for an unknown type. */
export function createTypeRule(type: string): TypeRule {
  const known = TYPES[type];
  if (!known) throw new Error(`the type ${type} has no rule`);
  return known;
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

/** Returns one of the lists itself when the other is empty, because most values break no rule. */
export function joinIssues(issues: readonly Issue[], more: readonly Issue[]): readonly Issue[] {
  if (more.length === 0) return issues;
  return issues.length === 0 ? more : [...issues, ...more];
}

/** Creates a rule with one message. */
export function createRule(isKept: (value: unknown) => boolean, message: string): CheckRules {
  const issues: readonly Issue[] = [{ path: [], message }];
  return (value) => (isKept(value) ? NO_ISSUES : issues);
}

/** Creates a rule of numbers with one message. */
export function createNumberRule(isKept: (value: number) => boolean, message: string): CheckRules {
  return createRule((value) => isKept(value as number), message);
}

/** Creates a rule of texts with one message. */
export function createTextRule(isKept: (text: string) => boolean, message: string): CheckRules {
  return createRule((value) => isKept(value as string), message);
}

/** Counts the code points of a text without allocating. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return count;
}

/** Returns issues of a value inside as issues of the value around it. */
export function prefixPaths(step: string | number, issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path: [step, ...path], message }));
}
