import {
  type Static,
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from "typebox";
import { LISTED_CURRENCIES } from "./codes/iso4217.ts";

/**
 * Hints beyond JSON Schema. `lib/input` applies the hints on values before validation; pages and
 * the command line read those on presentation. The `x-` prefix keeps them valid in published
 * schemas.
 */
export interface InputHints {
  /** Another name under which the member may be sent. */
  "x-alias"?: string;
  /**
   * Normalization of a text. `line`: runs of line breaks and tabs become a space. `lines`: CRLF and
   * CR become LF.
   * `bytes`: not at all, and the command line keeps the last line break of a file, too.
   */
  "x-text"?: "line" | "lines" | "bytes";
  /** Forbidden characters: control characters, or those and bidirectional controls. */
  "x-forbid"?: "controls" | "controls-and-bidi";
  /**
   * Error message when `pattern` does not match or `enum` lacks the value; completes the sentence
   * "accentColor …".
   */
  "x-message"?: string;
  /**
   * A rule of a text that keywords cannot express. Returns the error message, undefined for a valid
   * text.
   */
  "x-check"?: (text: string) => string | undefined;
  /** Synonyms of the values of an `enum`, each with the value that replaces it. */
  "x-synonyms"?: Record<string, string>;
  /** Characters that are ignored when a value is compared with an `enum` ("-_ " in "SHA-256"). */
  "x-ignore-chars"?: string;
  /** Unit of a number whose name does not end with it, for forms and the reference. */
  "x-unit"?: string;
  /**
   * Shows the field only while its conditions are met; of several, one of them. Input is accepted
   * in any case.
   */
  "x-visible-when"?: Condition | readonly Condition[];
  /** Forms require the optional member where they show it, as a rule of its tool does. */
  "x-form-required"?: true;
  /**
   * Value that the form of a page begins with, although the API has another default. An empty one
   * replaces that of the example, too.
   */
  "x-start"?: string;
  /** Value that an absent member counts as, where the schema does not fill it in. For forms. */
  "x-default"?: string;
  /** Values that a form lists for a text that may have others, too. */
  "x-options"?: readonly string[];
  /** The form of a page begins with the date this many days after today. */
  "x-days-from-today"?: number;
  /** Hides the description in forms where the label repeats it. */
  "x-help"?: "none";
  /** Moves the field of an optional member under "More options" of its form. */
  "x-advanced"?: boolean;
  /** Name of a custom form control, for fields that the schema cannot describe. `hidden`: none. */
  "x-widget"?: string;
  /** The object is a party that pages fill with saved details: the user's own, or a client's. */
  "x-party"?: "sender" | "client";
  /**
   * Of an object: members of which exactly one must be sent. The command line reads a file or
   * standard input as the first. A hint, because MCP clients reject schemas with `oneOf` at the
   * root.
   */
  "x-exactly-one"?: readonly string[];
  /** Begins the sentence for none or several of them: `file or xml is required`. */
  "x-exactly-one-subject"?: string;
  /**
   * Of an optional member: it is required unless one of these siblings is sent. A hint for the same
   * reason.
   */
  "x-required-unless"?: readonly string[];
  /** Of an output: members that it has whenever members of the input have one of these values. */
  "x-has-when"?: { input: Readonly<Record<string, readonly string[]>>; members: readonly string[] };
  /**
   * Titles of the values of an `enum`, for forms. Default: derived from the values
   * ("web-development").
   */
  "x-titles"?: Readonly<Record<string, string>>;
  /**
   * The value is the content of a file in this encoding, so forms accept a file; `accept` as in
   * HTML.
   */
  "x-file"?: { accept?: string; as: "base64" | "data-url" | "text" };
  /** Of base64: the bytes themselves are a value, too, as a raw body has them. */
  "x-bytes"?: boolean;
  /**
   * Name of the list of all values, for assistants: of the `enum`, or those of `list`, each with
   * its other spellings.
   */
  "x-choices"?: { name: string; list?(): readonly Choice[] };
  /** Media type of the result by the values of an `enum` that chooses a format. */
  "x-media"?: Readonly<Record<string, string>>;
  /**
   * Flag of the command line for a member inside an object. That of a list is repeated for each of
   * its entries.
   */
  "x-flag"?: string;
  /** Maximum entries of a list in texts that assistants read; `structuredContent` has all. */
  "x-brief-items"?: number;
  /** Of lists with one entry as a rule: tables of results have the members of the first one. */
  "x-first-in-tables"?: true;
  /** A secret: pages do not store it on the device or put it into links. */
  "x-sensitive"?: boolean;
  /** The scheme that pages and the command line add to a URL without one. The API does not. */
  "x-default-scheme"?: string;
}

/**
 * Values that siblings must have (`{ platform: ["etsy"] }`). A name after a slash is a member of
 * the whole input.
 */
export type Condition = Readonly<Record<string, readonly string[]>>;

/** A value, and other spellings that are accepted for it. */
export interface Choice {
  name: string;
  aliases: readonly string[];
}

/** The keywords of JSON Schema, and the hints, that validation and the surfaces read. */
export interface SchemaNode extends InputHints {
  /** Several only in outputs. */
  type?: string | string[];
  title?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  maxProperties?: number;
  required?: string[];
  items?: SchemaNode;
  minItems?: number;
  maxItems?: number;
  anyOf?: SchemaNode[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  contentEncoding?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
}

type Annotations = InputHints & {
  title?: string;
  description?: string;
  pattern?: string;
  examples?: unknown[];
};

/** A schema whose absent value is filled in before `run` receives it. */
type WithDefault<S extends TSchema> = TOptional<S> & { default: Static<S> };

/** Makes a member optional with a default. */
export function optionalWithDefault<S extends TSchema>(
  schema: S,
  value: Static<S>,
): WithDefault<S> {
  return Type.Optional(Type.Unsafe({ ...schema, default: value })) as unknown as WithDefault<S>;
}

/** Omits a minimum of 0, which would only make published schemas larger. */
function toLengths(minLength: number, maxLength: number) {
  return minLength === 0 ? { maxLength } : { minLength, maxLength };
}

/** Returns the schema of one line of text. Lengths are code points of the normalized text. */
export function singleLine(minLength: number, maxLength: number, annotations: Annotations = {}) {
  return Type.String({ ...toLengths(minLength, maxLength), "x-text": "line", ...annotations });
}

/** Returns the schema of several lines of text. Lengths are code points of the normalized text. */
export function multiLine(minLength: number, maxLength: number, annotations: Annotations = {}) {
  return Type.String({ ...toLengths(minLength, maxLength), "x-text": "lines", ...annotations });
}

/** Returns the schema of one of `values`, in any case; {@link InputHints} can add synonyms. */
export function enumOf<const V extends string>(
  values: readonly V[],
  annotations: Annotations = {},
) {
  return Type.Unsafe<V>({ type: "string", enum: [...values], ...annotations });
}

/**
 * Returns the schema of an object with members of any name. TypeBox's own builder loads its whole
 * engine for the pattern of names.
 */
export function recordOf<S extends TSchema>(
  member: S,
  annotations: Annotations & { maxProperties?: number } = {},
) {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: "object",
    patternProperties: { "^.*$": member },
    ...annotations,
  });
}

/** Makes every member optional. TypeBox's own `Partial` loads its whole engine. */
export function optionalMembers<P extends TProperties>(
  properties: P,
): { [K in keyof P]: TOptional<P[K]> } {
  const members = Object.entries(properties).map(([name, node]) => [name, Type.Optional(node)]);
  return Object.fromEntries(members) as { [K in keyof P]: TOptional<P[K]> };
}

/** Adds a description for API clients only; forms hide it because the label is the same text. */
export function describeForClients(description: string) {
  return { description, "x-help": "none" } as const;
}

/** Returns the schema of a calendar date, `YYYY-MM-DD`. */
export function calendarDate(annotations: Annotations = {}) {
  return Type.String({ format: "date", ...annotations });
}

/** Returns the schema of an ISO 4217 currency code, three letters in any case. */
export function currencyCode() {
  return Type.String({
    pattern: "^[A-Za-z]{3}$",
    "x-message": "must be three letters",
    "x-options": LISTED_CURRENCIES,
    description: "Three-letter currency code, such as USD or EUR.",
  });
}

type ParsedSchema<S> =
  S extends TObject<infer P>
    ? Parsed<P>
    : S extends TArray<infer I extends TSchema>
      ? ParsedSchema<I>[]
      : S extends TUnion<infer T extends TSchema[]>
        ? ParsedSchema<T[number]>
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

/** The type of a parsed input: defaults are filled in. */
export type Input<S extends TSchema> = ParsedSchema<S>;
