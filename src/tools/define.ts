import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { Input } from "../lib/schema.ts";
import type { CostlyReply, Headline, ReplyOptions, ToolReply } from "./replies.ts";
import type { RawBody, StreamedBody } from "./request-bodies.ts";
import type { ContextOf, Resource } from "./tool-context.ts";

export { REPLY_TYPES } from "./replies.ts";
export type { Headline, ReplyFormat, ReplyOptions, ToolReply } from "./replies.ts";
export type { FileList, ListedFile, StreamRun } from "./request-bodies.ts";

/** The method of a request that runs a tool. */
type Method = "GET" | "POST";

/** Creates the sentence of a warning from the response's headers; a missing header is "". */
type DescribeWarning = (header: (name: string) => string) => string;

/** The groups of tools on the home page. */
export const TOOL_GROUPS = ["documents", "images", "calculators", "security", "webhooks"] as const;

type ToolGroup = (typeof TOOL_GROUPS)[number];

/**
 * A rule of `run` and the members that it reads, such as `text` and `project.endDate`. It is also
 * checked where other members are invalid, so that one response names every broken rule.
 */
interface ToolRule<I extends TObject, U extends Resource> {
  members: readonly MemberPath<Extract<keyof I["properties"], string>>[];
  /** Throws ValidationError. */
  check(input: Input<I>, context: ContextOf<U>): void;
}

type MemberPath<Name extends string> = Name | `${Name}.${string}`;

type OneOrMore<T> = T | readonly T[];

/** How a command reports on several files. */
export interface FileReport {
  /** Returns the lines that are printed about a file, whose name is printable. */
  describe(output: object, file: string): readonly string[];
  /** Levels of findings on a file, the gravest first. `--fail-on` names the least that fails. */
  levels: readonly string[];
  /** Returns the gravest level that a file has, or undefined. */
  findLevel(output: object): string | undefined;
  /** Returns the files in a file: their names, and the queries that they reply to. */
  listAttachments(output: object): readonly { name: string; query: Record<string, unknown> }[];
}

/**
 * A tool's declaration. HTTP routes, validation, OpenAPI operation, page, MCP tool, command and
 * typed client are derived from it. `I`, `O`, `Q` and `S` are the schemas. `R` is the result of
 * `run`: the output, unless `reply` derives the output from a richer value. `U` are the resources.
 */
interface ToolDefinition<
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  Q extends TObject = TObject,
  R = Static<O>,
  U extends Resource = Resource,
  S extends TObject = TObject,
> {
  /** Name of the command, the MCP tool, the page and the docs anchor, in kebab-case. */
  name: string;
  title: string;
  /** One sentence with the result and the input of the tool. */
  summary: string;
  /** Group on the home page. */
  group: ToolGroup;
  /** Further search terms. Default: none. */
  keywords?: readonly string[];
  path: `/api/${string}`;
  /** Further paths with the same replies. Default: none. */
  aliases?: readonly `/api/${string}`[];
  /** Methods of the path. POST takes JSON, GET the same members in the query. Default: POST. */
  methods?: readonly Method[];
  /** The tool whose limits and usage cover this one. Default: its own name. */
  scope?: string;
  /** Maximum requests per minute from each IP address. Default: unlimited. */
  perMinute?: number;
  /** Replies that take much more work than the others, and their own limit. Default: none. */
  costlyReply?: CostlyReply<R, Input<Q>>;
  /** Maximum bytes of a request's body. Default: 256 KiB. */
  bodyLimitBytes?: number;
  /** Maximum values of a JSON body at every level. Default: 20 000. */
  maxJsonValues?: number;
  /** Bodies that are accepted in addition to JSON. Default: none. */
  rawBody?: RawBody;
  /**
   * Bodies of any size that are accepted in addition to JSON, also as files of the command line.
   * Default: none.
   */
  streamedBody?: StreamedBody<S, R>;
  /** True for a tool that takes rows itself, which batches do not run. Default: false. */
  takesRows?: boolean;
  input: I;
  output: O;
  /** A valid input, shown in docs and forms and run by tests. */
  example: object;
  /** A valid input of at most 80 tokens for lists that assistants read. Default: the example. */
  briefExample?: object;
  /** True where equal inputs have different results by chance. Default: false. */
  isRandom?: boolean;
  /** Query members of the POST form. Default: none. */
  query?: Q;
  /** Media types of the replies over HTTP, the file's own first. Default: JSON. */
  media?: readonly string[];
  /** Response headers of this tool, each with its description. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Sentences for warnings, by their code or by a whole header line ("X-Code-Language: plaintext;
   * reason=timeout"). Codes are in a header `…-Warnings` or in the member `warnings`. A function
   * creates the sentence from the headers. `*` matches every value of a header, which replaces
   * `{value}` in the sentence. The page's kit may have sentences of its own. Default: none.
   */
  warnings?: Readonly<Record<string, string | DescribeWarning>>;
  /** Main figures, of which pages show the first whose value the output has. Default: none. */
  headline?: OneOrMore<Headline<Extract<keyof Static<O>, string>>>;
  /**
   * Name of the page's own controls and result (`src/web/tool/kits`). Default: made from the
   * schemas.
   */
  kit?: string;
  /** How a command reports on several files. Default: it takes one and prints the reply. */
  fileReport?: FileReport;
  /** Rules that the schema cannot express, for each member or group of members. Default: none. */
  rules?: readonly ToolRule<I, U>[];
  /**
   * Resources that `run` needs from the context apart from clock and random numbers. Default: none.
   */
  resources?: readonly U[];
  /**
   * Computes the result. Throws ValidationError for rules that a schema cannot express and
   * UnavailableError when the request cannot be served now.
   */
  run(input: Input<I>, context: ContextOf<U>): MaybePromise<R>;
  /** Formats the result, possibly in a worker. Default: the result is the output, as JSON. */
  reply?(
    result: R,
    options: ReplyOptions<Input<Q>>,
    context: ContextOf<U>,
  ): MaybePromise<ToolReply>;
}

/** A definition with its defaults filled in, which every surface reads. */
export interface Tool extends Omit<ToolDefinition, "perMinute" | "headline" | "kit"> {
  keywords: readonly string[];
  aliases: readonly `/api/${string}`[];
  methods: readonly Method[];
  scope: string;
  /** The limit in force: the operator's, or the definition's. */
  perMinute: number | undefined;
  /** The definition's limit, a measure of the cost of a run. */
  defaultPerMinute: number | undefined;
  bodyLimitBytes: number;
  media: readonly string[];
  headers: Readonly<Record<string, string>>;
  warnings: Readonly<Record<string, string | DescribeWarning>>;
  headline: readonly Headline[];
  kit: string | undefined;
  resources: readonly Resource[];
  rules: readonly ToolRule<TObject, Resource>[];
}

/** A tool with its name, methods and schemas as types, from which the typed client is derived. */
export interface TypedTool<
  N extends string,
  M extends readonly Method[],
  I extends TObject,
  O extends TSchema,
> extends Tool {
  name: N;
  methods: M;
  input: I;
  output: O;
}

/** Default maximum bytes of a body, far above those of forms and documents. */
const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024;

/** Declares a tool. Fills in the defaults in one place, so that all surfaces share them. */
export function defineTool<
  const N extends string,
  const I extends TProperties,
  const O extends TSchema,
  const Q extends TProperties,
  R = Static<O>,
  const M extends readonly Method[] = readonly ["POST"],
  const U extends Resource = never,
  const S extends TProperties = TProperties,
>(
  definition: ToolDefinition<TObject<I>, O, TObject<Q>, R, U, TObject<S>> & {
    name: N;
    methods?: M;
  },
): TypedTool<N, M, TObject<I>, O> {
  return {
    keywords: [],
    aliases: [],
    methods: ["POST"] as readonly Method[] as M,
    scope: definition.name,
    perMinute: undefined,
    defaultPerMinute: definition.perMinute,
    bodyLimitBytes: DEFAULT_BODY_LIMIT_BYTES,
    media: ["application/json"],
    headers: {},
    warnings: {},
    kit: undefined,
    resources: [],
    rules: [],
    ...definition,
    headline: [definition.headline ?? []].flat(),
  };
}
