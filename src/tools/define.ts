import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { Network } from "../lib/network.ts";
import type { FeeSchedules } from "../fees/schedules.ts";
import type { Input } from "../lib/schema.ts";
import type { ExchangeRates } from "../rates/rates.ts";
import type { Matrix } from "../lib/symbol/matrix.ts";

/** Everything impure that a tool can reach. Whoever calls `run` provides it. */
export interface ToolContext {
  /** The time in milliseconds since 1970. */
  now(): number;
  /** An unbiased whole number from 0 up to, not including, `bound`, from the system's CSPRNG. */
  randomInt(bound: number): number;
  /** Draws code images away from the main thread. */
  renderer: Renderer;
  /** Encodes barcodes for which we use a library. */
  symbolEncoder: SymbolEncoder;
  /** The guarded way to addresses that callers choose. */
  network: Network;
  /** The marketplaces' fee schedules, checked. */
  readonly fees: FeeSchedules;
  /** Exchange rates of every day since 1999. The first look unpacks them. */
  readonly rates: ExchangeRates;
}

/** A code image as it is asked for: valid, and with every default filled in. */
export interface CodeImageOptions {
  code: string;
  /** A language's own name; `plaintext` for none. */
  language: string;
  theme: string;
  showLineNumbers: boolean;
  showWindowChrome: boolean;
  fontSize: number;
  padding: number;
  scale: number;
}

/** What became of a code image: drawn, or found too large to draw. Sizes in device pixels. */
export type RenderResult =
  | {
      kind: "drawn";
      png: Uint8Array;
      width: number;
      height: number;
      scale: number;
      language: string;
      /** Why it is plain text though a language was asked for. */
      reason?: "timeout" | "failure";
    }
  | { kind: "too-large"; linesThatFit: number; scale: number };

/** Draws code images, each within a bounded time. Throws NotNowError when too many wait. */
export interface Renderer {
  draw(picture: CodeImageOptions): Promise<RenderResult>;
}

/** A text for a barcode symbology, with the options that concern it. */
export interface EncodeRequest {
  type: string;
  text: string;
  columns?: number;
  errorCorrection?: number;
  shape: "square" | "rectangle";
}

/** An encoded symbol: widths of bars and spaces (bar first), or modules. */
export type EncodedSymbol =
  | { kind: "linear"; widths: readonly number[] }
  | { kind: "matrix"; matrix: Matrix };

/** A symbol, or that the text fits into none. */
export type EncodeResult = EncodedSymbol | { kind: "too-long" };

/** Encodes barcodes within a bounded time. Throws ValidationError for texts that do not fit, UnavailableError when too many wait. */
export interface SymbolEncoder {
  encode(request: EncodeRequest): Promise<EncodedSymbol>;
}

/** How an answer leaves: as JSON (the `output` schema), as the file it stands for, or as the path's own default. */
export interface ReplyOptions<Query = Record<string, unknown>> {
  form: "default" | "json" | "file";
  /** The caller's `Accept`, empty when absent. It matters to the default form only. */
  accept: string;
  /** The `query` schema's members, with defaults. */
  query: Query;
}

/** What is sent: a media type with text or bytes, or a value that is written by the `output` schema. */
export interface Reply {
  type: string;
  body: string | Uint8Array | object;
  headers?: Record<string, string>;
  /** `Cache-Control` of the answer to a GET; left out: an hour for JSON, a year for anything else. */
  cacheControl?: string;
  /** True when the caller's `Accept` chose the form, so that caches keep each form by itself. */
  isNegotiated?: boolean;
}

/**
 * A tool's card: the one declaration that route, validation, OpenAPI, form, MCP tool, command and typed
 * client are derived from. `I`, `O`, `Q` are the schemas; `R` is what `run` gives (the output, unless
 * `reply` makes the output from something richer).
 */
export interface Tool<
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  Q extends TObject = TObject,
  R = Static<O>,
> {
  /** CLI command, MCP name, docs anchor: kebab-case. */
  name: string;
  title: string;
  /** One sentence: what it gives, from what. */
  summary: string;
  path: `/api/${string}`;
  /** Further paths that answer the same. */
  aliases?: readonly `/api/${string}`[];
  /** POST takes JSON; GET takes the same members as query text. Left out: POST alone. */
  methods?: readonly Method[];
  /** Requests a minute for each IP; left out: none. */
  perMinute?: number;
  /** Left out: 256 KiB. */
  bodyLimitBytes?: number;
  input: I;
  output: O;
  /** A valid input, used in docs, forms and tests. */
  example: object;
  /** Query members of the POST form. */
  query?: Q;
  /** Media types of the answers over HTTP, the file's own first; left out: JSON alone. */
  media?: readonly string[];
  /** Response headers of this tool's own, each with what it says. */
  headers?: Readonly<Record<string, string>>;
  /** The tool itself. Throws InputError for what no schema can say, NotNowError when it cannot be served now. */
  run(input: Input<I>, world: ToolContext): R | Promise<R>;
  /** Left out: the result is the output, as JSON. */
  reply?(result: R, wish: ReplyOptions<Input<Q>>): Reply;
}

/** How a tool is asked. */
type Method = "GET" | "POST";

/** A declared tool that still knows its name, methods and schemas by type: what the typed client is derived from. */
export interface DeclaredTool<
  N extends string,
  M extends readonly Method[],
  I extends TObject,
  O extends TSchema,
> extends Tool {
  name: N;
  methods?: M;
  input: I;
  output: O;
}

/** Declares a tool. Gives the card back unchanged; it is here for its types. */
export function defineTool<
  const N extends string,
  const I extends TProperties,
  const O extends TSchema,
  const Q extends TProperties,
  R = Static<O>,
  const M extends readonly Method[] = readonly ["POST"],
>(
  card: Tool<TObject<I>, O, TObject<Q>, R> & { name: N; methods?: M },
): DeclaredTool<N, M, TObject<I>, O> {
  return card;
}
