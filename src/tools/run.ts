import {
  collectErrors,
  type Issue,
  keepFirstPerPath,
  throwIssues,
  ValidationError,
} from "../lib/errors.ts";
import type { FileSource } from "../lib/input/file-members.ts";
import { chain, type MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { RateLimit } from "../lib/rate-limit.ts";
import type { ReplyFormat, ReplyOptions, StreamRun, Tool, ToolReply } from "./define.ts";
import { getParsers, listIssues, type Members, parseCall } from "./parse-call.ts";
import type { Resource, ToolContext, Waiting } from "./tool-context.ts";

export { parseToolQuery } from "./parse-call.ts";

/** Options of running a tool and formatting its reply. */
interface RunOptions extends ResultOptions {
  /** The format of the reply. Default: the path's own. */
  format?: ReplyFormat;
  /** The `Accept` header. Default: empty. */
  accept?: string;
}

export interface ResultOptions extends Waiting {
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
export type CountUse = (limit: RateLimit) => Promise<void>;

/** Formats a result. Callers may format one result more than once. */
export type FormatReply = (format: ReplyFormat, accept?: string) => MaybePromise<ToolReply>;

/**
 * Parses the input (and query), runs the tool and formats its reply. Synchronous tools reply
 * synchronously. Throws ValidationError with every broken rule of input and query, and what the
 * tool throws.
 */
export function runTool(tool: Tool, input: unknown, options: RunOptions): MaybePromise<ToolReply> {
  const { format = "default", accept } = options;
  return chain(computeResult(tool, input, options), (formatReply) => formatReply(format, accept));
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
      ? parseCall(tool, { input, query }, context)
      : rejectFiles(issues, () => parseCall(tool, { input, query }, context));
  const formatOptions = { query: parsed.query, context, countUse };
  return chain(runNamingRules(tool, parsed.input, context), (result) =>
    createFormatter(tool, result, formatOptions),
  );
}

/** Parses the input and runs the tool, without a reply. Throws as {@link runTool}. */
export function computeOutput(
  tool: Tool,
  input: unknown,
  context: ToolContext,
): MaybePromise<unknown> {
  return runNamingRules(tool, parseCall(tool, { input, query: {} }, context).input, context);
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
  const { stream: parse } = getParsers(tool);
  if (!tool.streamedBody || !parse) throw new Error(`${tool.name} does not accept streams`);
  const stream = tool.streamedBody.start(parse(members));
  return {
    write: (bytes) => stream.write(bytes),
    end: () => ({ type: "application/json", body: stream.end() as object }),
  };
}

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
