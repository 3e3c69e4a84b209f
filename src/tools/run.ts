import {
  collectErrors,
  type Issue,
  keepFirstPerPath,
  type Path,
  throwIssues,
  ValidationError,
} from "../lib/errors.ts";
import { compileInput, InvalidInputError } from "../lib/input/input.ts";
import { compileReadFiles, type FileSource, type ReadFiles } from "../lib/input/file-members.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { ReplyFormat, ReplyOptions, StreamRun, Tool, ToolReply, UseLimit } from "./define.ts";
import type { Resource, ToolContext, Waiting } from "./tool-context.ts";

/** Options of running a tool and formatting its reply. */
export interface RunOptions extends ResultOptions {
  /** The format of the reply. Default: the path's own. */
  format?: ReplyFormat;
  /** The `Accept` header. Default: empty. */
  accept?: string;
}

interface ResultOptions extends Waiting {
  context: ToolContext;
  /**
   * The caller's address, as limits count it, whose turn it is on shared threads. Default: the
   * process's own.
   */
  client?: string | undefined;
  /** The caller's query. Default: empty. */
  query?: unknown;
  /** The files that members of the input may name. Default: none. */
  files?: FileSource | undefined;
  /**
   * Counts a costly reply. Rejects with UnavailableError above its limit. Default: nothing is
   * counted.
   */
  countUse?: CountUse | undefined;
}

/** Counts a use that has a limit of its own. Rejects with UnavailableError above it. */
export type CountUse = (limit: UseLimit) => Promise<void>;

/** Formats a result. Callers may format one result more than once. */
export type FormatReply = (format: ReplyFormat, accept?: string) => MaybePromise<ToolReply>;

/**
 * Parses the input (and query), runs the tool and formats its reply. Synchronous tools reply
 * synchronously. Throws ValidationError with every broken rule of input and query, and what the
 * tool throws.
 */
export function runTool(tool: Tool, input: unknown, options: RunOptions): MaybePromise<ToolReply> {
  const { format = "default", accept } = options;
  const formatReply = computeResult(tool, input, options);
  return formatReply instanceof Promise
    ? formatReply.then((reply) => reply(format, accept))
    : formatReply(format, accept);
}

/** Runs the tool like {@link runTool}, and leaves the format of the reply to the caller. */
export function computeResult(
  tool: Tool,
  input: unknown,
  options: ResultOptions,
): MaybePromise<FormatReply> {
  const { files } = options;
  const reading = files && getParsers(tool).readFiles(input, files, tool.bodyLimitBytes);
  if (!reading) return computeRead(tool, input, options);
  return reading.then((read) => computeRead(tool, read.input, { ...options, issues: read.issues }));
}

/**
 * Computes the result of an input whose files are read; `issues` are those of files that are not.
 */
function computeRead(
  tool: Tool,
  input: unknown,
  options: ResultOptions & { issues?: readonly Issue[] },
): MaybePromise<FormatReply> {
  const { context: shared, client, query, countUse, issues = [] } = options;
  const isShared = client === undefined || tool.resources.length === 0;
  const context = isShared ? shared : shared.forClient(client, options);
  const parsed =
    issues.length === 0
      ? parse(tool, { input, query }, context)
      : rejectFiles(issues, () => parse(tool, { input, query }, context));
  const result = runNamingRules(tool, parsed.input, context);
  const formatOptions = { query: parsed.query, context, countUse };
  return result instanceof Promise
    ? result.then((value) => createFormatter(tool, value, formatOptions))
    : createFormatter(tool, result, formatOptions);
}

/**
 * Throws the ValidationError of a call as far as it is known without the tool's resources, which
 * are not used.
 */
export async function checkCall(tool: Tool, input: unknown, context: ToolContext): Promise<void> {
  try {
    const refusing = refuseResources(tool, context);
    await computeResult(tool, input, { context: refusing, query: input });
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
  }
}

/** Thrown where a tool that is only checked would use a resource. */
class ResourceError extends Error {}

/** Data, which is read and not used up. */
const DATA: ReadonlySet<PropertyKey> = new Set<Resource>(["fees", "rates"]);

/** Stands for a resource. */
const REFUSED = new Proxy(
  {},
  {
    get() {
      throw new ResourceError();
    },
  },
);

function refuseResources({ resources }: Tool, context: ToolContext): ToolContext {
  const refused = new Set<PropertyKey>(resources.filter((name) => !DATA.has(name)));
  return new Proxy(context, {
    get: (target, name) => (refused.has(name) ? REFUSED : (Reflect.get(target, name) as unknown)),
  });
}

/** Throws a ValidationError with the issues and those of `parseOthers`. */
function rejectFiles(issues: readonly Issue[], parseOthers: () => unknown): never {
  collectErrors(() => throwIssues(issues), parseOthers);
  throw new ValidationError(issues);
}

/**
 * Begins a run on bytes that arrive one after another. Throws ValidationError with every broken
 * rule of the members. The reply of `end` is JSON.
 */
export function startStream(tool: Tool, members: unknown): StreamRun<ToolReply> {
  const { streamedBody } = tool;
  if (!streamedBody) throw new Error(`${tool.name} does not accept streams`);
  const parsers = getParsers(tool);
  parsers.stream ??= compileInput(streamedBody.input);
  const stream = streamedBody.start(parsers.stream(members));
  return {
    write: (bytes) => stream.write(bytes),
    end: () => ({ type: "application/json", body: stream.end() as object }),
  };
}

type Members = Record<string, unknown>;

function createFormatter(
  tool: Tool,
  result: unknown,
  {
    query,
    context,
    countUse,
  }: { query: Members; context: ToolContext; countUse?: CountUse | undefined },
): FormatReply {
  let counted: Promise<void> | undefined;
  const format = (options: ReplyOptions) =>
    tool.reply?.(result, options, context) ?? { type: "application/json", body: result as object };
  return (replyFormat, accept = "") => {
    const options = { format: replyFormat, accept, query };
    const { costlyReply } = tool;
    if (!countUse || !costlyReply?.includes(result, options)) return format(options);
    // Once for all formats of a result.
    counted ??= countUse(costlyReply);
    return counted.then(() => format(options));
  };
}

interface Parsers {
  input(value: unknown): Members;
  query: ((value: unknown) => Members) | undefined;
  readFiles: ReadFiles;
  stream?: (value: unknown) => Members;
}

/**
 * The parsers that were used before. Each is compiled on first use, so that a start does not wait
 * for those of every tool.
 */
const parsers = new WeakMap<Tool, Parsers>();

function getParsers(tool: Tool): Parsers {
  let cached = parsers.get(tool);
  if (!cached) {
    cached = {
      input: compileInput(tool.input),
      query: tool.query && compileInput(tool.query),
      readFiles: compileReadFiles(tool.input),
    };
    parsers.set(tool, cached);
  }
  return cached;
}

function parse(
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

/** Runs the tool. An error names the rules, too, that the tool did not get to. */
function runNamingRules(tool: Tool, input: Members, context: ToolContext): MaybePromise<unknown> {
  const rethrow = (error: unknown): never => {
    if (!(error instanceof ValidationError) || tool.rules.length === 0) throw error;
    const others = tool.rules.flatMap(({ check }) => listIssues(() => check(input, context)));
    throw new ValidationError(keepFirstPerPath([...error.issues, ...others]), error.code);
  };
  try {
    const result = tool.run(input, context);
    return result instanceof Promise ? result.catch(rethrow) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/** Returns the issues of the ValidationError that a check throws. */
function listIssues(check: () => void): readonly Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues;
  }
}
