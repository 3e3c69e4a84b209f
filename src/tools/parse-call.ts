import {
  collectErrors,
  type Issue,
  keepFirstPerPath,
  type Path,
  ValidationError,
} from "../lib/errors.ts";
import { compileReadFiles, type ReadFiles } from "../lib/input/file-members.ts";
import { compileInput, InvalidInputError } from "../lib/input/input.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "./define.ts";
import type { ToolContext } from "./tool-context.ts";

export type Members = Record<string, unknown>;

interface Parsers {
  input(value: unknown): Members;
  query: ((value: unknown) => Members) | undefined;
  stream: ((value: unknown) => Members) | undefined;
  readFiles: ReadFiles;
}

/** The parsers that were used before. */
const parsers = new WeakMap<Tool, Parsers>();

export function getParsers(tool: Tool): Parsers {
  let cached = parsers.get(tool);
  if (!cached) {
    cached = {
      input: compileInput(tool.input),
      query: tool.query && compileInput(tool.query),
      stream: tool.streamedBody && compileInput(tool.streamedBody.input),
      readFiles: compileReadFiles(tool.input),
    };
    parsers.set(tool, cached);
  }
  return cached;
}

/** Parses a call. Throws a ValidationError with every broken rule of input and query. */
export function parseCall(
  tool: Tool,
  { input, query }: { input: unknown; query: unknown },
  context: ToolContext,
): { input: Members; query: Members } {
  const { query: parseQuery } = getParsers(tool);
  if (!parseQuery) return { input: parseInput(tool, input, context), query: {} };
  const [parsedInput, parsedQuery] = collectErrors(
    () => parseInput(tool, input, context),
    () => parseQuery(query ?? {}),
  );
  return { input: parsedInput, query: parsedQuery };
}

/** Returns a query with its defaults. Throws the ValidationError of a call with this query. */
export function parseToolQuery(tool: Tool, query: Members): Members {
  return getParsers(tool).query?.(query) ?? {};
}

/** Parses the input. An error names the rules of the tool, too, that valid members break. */
function parseInput(tool: Tool, input: unknown, context: ToolContext): Members {
  try {
    return getParsers(tool).input(input);
  } catch (error) {
    if (!(error instanceof InvalidInputError) || tool.rules.length === 0) throw error;
    const issues = [...error.issues, ...checkToolRules(tool, error, context)];
    throw new ValidationError(keepFirstPerPath(issues));
  }
}

function checkToolRules(
  { input, rules }: Tool,
  { issues, input: parsed }: InvalidInputError,
  context: ToolContext,
): readonly Issue[] {
  const isBroken = (path: Path) => issues.some((issue) => isNested(issue.path, path));
  const isValid = (member: string) => {
    const [name = "", ...nested] = member.split(".");
    const { "x-alias": alias } = input.properties[name] as SchemaNode;
    return !isBroken([name, ...nested]) && (alias === undefined || !isBroken([alias, ...nested]));
  };
  return rules
    .filter(({ members }) => members.every(isValid))
    .flatMap(({ check }) => listIssues(() => check(parsed as Members, context)));
}

/** Returns true when one path is the other or leads to it. */
function isNested(first: Path, second: Path): boolean {
  const depth = Math.min(first.length, second.length);
  return first.slice(0, depth).every((step, index) => step === second[index]);
}

/** Returns the issues of the ValidationError that a check throws. */
export function listIssues(check: () => void): readonly Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues;
  }
}
