import { collectErrors } from "../lib/errors.ts";
import { compileInput } from "../lib/input/input.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { ReplyFormat, StreamRun, Tool, ToolReply } from "./define.ts";
import type { ToolContext } from "./tool-context.ts";

/** Options of running a tool and formatting its reply. */
export interface RunOptions extends ResultOptions {
  /** The format of the reply. Default: the path's own. */
  format?: ReplyFormat;
  /** The `Accept` header. Default: empty. */
  accept?: string;
}

/** Options of running a tool. */
interface ResultOptions {
  context: ToolContext;
  /** The caller's query. Default: empty. */
  query?: unknown;
}

/** Formats a result. Callers may format one result more than once. */
export type FormatReply = (format: ReplyFormat, accept?: string) => MaybePromise<ToolReply>;

/**
 * Parses the input (and query), runs the tool and formats its reply. Synchronous tools reply synchronously. Throws
 * ValidationError with every broken rule of input and query, and what the tool throws.
 */
export function runTool(
  tool: Tool,
  input: unknown,
  { context, query, format = "default", accept = "" }: RunOptions,
): MaybePromise<ToolReply> {
  const formatReply = computeResult(tool, input, { context, query });
  return formatReply instanceof Promise
    ? formatReply.then((reply) => reply(format, accept))
    : formatReply(format, accept);
}

/** Runs the tool like {@link runTool}, and leaves the format of the reply to the caller. */
export function computeResult(
  tool: Tool,
  input: unknown,
  { context, query }: ResultOptions,
): MaybePromise<FormatReply> {
  const parsed = parse(tool, input, query);
  const result = tool.run(parsed.input, context);
  const options = { query: parsed.query, context };
  return result instanceof Promise
    ? result.then((value) => createFormatter(tool, value, options))
    : createFormatter(tool, result, options);
}

/**
 * Begins a run on bytes that arrive one after another. Throws ValidationError with every broken rule of the members. The
 * reply of `end` is JSON.
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
  { query, context }: { query: Members; context: ToolContext },
): FormatReply {
  return (format, accept = "") =>
    tool.reply?.(result, { format, accept, query }, context) ?? {
      type: "application/json",
      body: result as object,
    };
}

interface Parsers {
  input(value: unknown): Members;
  query: ((value: unknown) => Members) | undefined;
  stream?: (value: unknown) => Members;
}

/** The parsers that were used before. Each is compiled on first use, so that a start does not wait for those of every tool. */
const parsers = new WeakMap<Tool, Parsers>();

function getParsers(tool: Tool): Parsers {
  let cached = parsers.get(tool);
  if (!cached) {
    cached = { input: compileInput(tool.input), query: tool.query && compileInput(tool.query) };
    parsers.set(tool, cached);
  }
  return cached;
}

function parse(tool: Tool, input: unknown, query: unknown): { input: Members; query: Members } {
  const { input: parseInput, query: parseQuery } = getParsers(tool);
  if (!parseQuery) return { input: parseInput(input), query: {} };
  const [parsedInput, parsedQuery] = collectErrors(
    () => parseInput(input),
    () => parseQuery(query ?? {}),
  );
  return { input: parsedInput, query: parsedQuery };
}
