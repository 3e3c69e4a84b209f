import type { Static, TArray, TObject, TOptional, TProperties, TSchema } from "typebox";
import Type from "./type.ts";

/**
 * What our schemas say beyond JSON Schema. `lib/input.ts` acts on these before the rules are checked;
 * the `x-` prefix keeps them legal wherever the schema is published.
 */
export interface InputHints {
  /** Another name under which the member may be sent. */
  "x-alias"?: string;
  /**
   * Text of one line (runs of line breaks and tabs become a space) or of several (CRLF and CR become LF), or bytes:
   * nothing is changed anywhere, where else a file's text goes without the end of its last line.
   */
  "x-text"?: "line" | "lines" | "bytes";
  /** Characters that a text must not hold: control characters, or those and bidirectional controls. */
  "x-refuse"?: "controls" | "controls-and-bidi";
  /** What to say when `pattern` does not match: completes "accentColor …". */
  "x-rule"?: string;
  /** Other spellings of the values of an `enum`, each mapped to the value it stands for. */
  "x-spellings"?: Record<string, string>;
  /** Characters of a choice that do not count when it is read ("-_ " in "SHA-256"). */
  "x-ignore"?: string;
  /** The unit of a number whose name does not end with it; forms and the reference show it. */
  "x-unit"?: string;
}

type Annotations = InputHints & {
  title?: string;
  description?: string;
  pattern?: string;
  examples?: unknown[];
};

/** A schema whose absent value is filled in before `run` sees it. */
export type WithDefault<S extends TSchema> = TOptional<S> & { default: Static<S> };

/** A member that may be left out: `value` then stands in its place. */
export function optionalWithDefault<S extends TSchema>(
  schema: S,
  value: Static<S>,
): WithDefault<S> {
  return Type.Optional(Type.Unsafe({ ...schema, default: value })) as unknown as WithDefault<S>;
}

/** One line of text, `minLength` to `maxLength` code points after it was tidied. */
export function singleLine(minLength: number, maxLength: number, annotations: Annotations = {}) {
  return Type.String({ minLength, maxLength, "x-text": "line", ...annotations });
}

/** Text of several lines, `minLength` to `maxLength` code points after it was tidied. */
export function multiLine(minLength: number, maxLength: number, annotations: Annotations = {}) {
  return Type.String({ minLength, maxLength, "x-text": "lines", ...annotations });
}

/** One of `values`, read without regard to case; see {@link InputHints} for further spellings. */
export function enumOf<const V extends string>(
  values: readonly V[],
  annotations: Annotations = {},
) {
  return Type.Unsafe<V>({ type: "string", enum: [...values], ...annotations });
}

/** A calendar date, `YYYY-MM-DD`. */
export function calendarDate(annotations: Annotations = {}) {
  return Type.String({ format: "date", ...annotations });
}

/** A currency as ISO 4217 writes it, three letters in any case. */
export function currencyCode() {
  return Type.String({
    pattern: "^[A-Za-z]{3}$",
    "x-rule": "must be three letters",
    description: "The currency's three letters, such as USD or EUR.",
  });
}

type ParsedSchema<S> =
  S extends TObject<infer P>
    ? Parsed<P>
    : S extends TArray<infer I extends TSchema>
      ? ParsedSchema<I>[]
      : S extends TSchema
        ? Static<S>
        : never;

type Parsed<P extends TProperties> = {
  [
    K in keyof P as P[K] extends { "~optional": true }
      ? P[K] extends { default: unknown }
        ? K
        : never
      : K
  ]: ParsedSchema<P[K]>;
} & {
  [
    K in keyof P as P[K] extends { "~optional": true }
      ? P[K] extends { default: unknown }
        ? never
        : K
      : never
  ]?: ParsedSchema<P[K]>;
} extends infer Members
  ? { [K in keyof Members]: Members[K] }
  : never;

/** The type of a valid input after its defaults were filled in. */
export type Input<S extends TSchema> = ParsedSchema<S>;
