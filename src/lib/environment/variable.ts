export interface Variable<T = unknown> {
  name: string;
  /** Returns undefined for text that breaks the rule. */
  parse(text: string): T | undefined;
  /** Follows "must be": "a whole number from 0 to 65535". */
  rule: string;
  /** The value where the variable is not set. */
  defaultValue: T;
  /** The default as it would be written; undefined: none. */
  defaultText: string | undefined;
  /** A value to copy, for the reference. */
  example: string | undefined;
  /** The meaning in a sentence or two, as Markdown. */
  about: string;
  /** True: `NAME_FILE` may name a file with the value. */
  isSecret: boolean;
  /** Returns the text of the value for people. */
  show(text: string): string;
}

interface Description {
  about: string;
  example?: string;
  /** The default in words, where a value does not tell. */
  defaultText?: string | undefined;
}

interface ParsedOptions<T, D> extends Description {
  parse(text: string): T | undefined;
  rule: string;
  /** The value where the variable is not set. */
  defaultValue?: D;
  isSecret?: boolean;
  /** Masks a value for people. Default: passwords of URLs, or a secret as a whole. */
  show?(text: string): string;
}

/** A variable with a parser of its own. */
export function parsed<T, D = undefined>(
  name: string,
  options: ParsedOptions<T, D>,
): Variable<T | D> {
  const { isSecret = false, defaultText, example, about, parse, rule } = options;
  const { show = isSecret ? () => "***" : maskPassword } = options;
  const defaultValue = options.defaultValue as D;
  return { name, parse, rule, defaultValue, defaultText, example, about, isSecret, show };
}

/** Any text but an empty one. */
export function text<D extends string | undefined = undefined>(
  name: string,
  options: Description & { defaultValue?: D },
): Variable<string | D> {
  return parsed<string, D>(name, {
    defaultText: options.defaultValue,
    ...options,
    parse: (value) => value,
    rule: "a text",
  });
}

/** A whole number. */
export function integer<D extends number | undefined = undefined>(
  name: string,
  options: Description & { min: number; max: number; defaultValue?: D },
): Variable<number | D> {
  const { min, max, ...description } = options;
  return parsed<number, D>(name, {
    defaultText: description.defaultValue?.toString(),
    ...description,
    parse: (value) => parseInteger(value, min, max),
    rule: `a whole number from ${min} to ${max}`,
  });
}

/** `true` or `false`, and what people write for them. */
export function boolean(
  name: string,
  options: Description & { defaultValue: boolean },
): Variable<boolean> {
  return parsed<boolean, boolean>(name, {
    defaultText: String(options.defaultValue),
    ...options,
    parse: parseBoolean,
    rule: "true or false",
  });
}

/** One of several words, in any case. */
export function choice<C extends string>(
  name: string,
  choices: readonly C[],
  options: Description & { defaultValue: C },
): Variable<C> {
  return parsed<C, C>(name, {
    defaultText: options.defaultValue,
    ...options,
    parse: (value) => choices.find((word) => word === value.toLowerCase()),
    rule: `one of ${choices.join(", ")}`,
  });
}

/** Replaces the user name and password of a URL. */
function maskPassword(url: string): string {
  return url.replace(/\/\/.*@/s, "//***@");
}

/** Masks passwords of a Redis URL, also without a scheme and in the query, which ioredis reads. */
export function maskRedisPassword(url: string): string {
  return url
    .replace(/^([a-z+]+:\/\/)?.*@/is, "$1***@")
    .replace(/([?&][^=&#]*password=)[^&#]*/gi, "$1***");
}

/** Returns undefined for text that is not a whole number within the range. */
export function parseInteger(value: string, min: number, max: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
}

export function parseBoolean(value: string): boolean | undefined {
  if (/^(true|1|on|yes)$/i.test(value)) return true;
  return /^(false|0|off|no)$/i.test(value) ? false : undefined;
}

/** Parses a list with commas; undefined where an entry is wrong. */
export function parseList<T>(
  value: string,
  parse: (entry: string) => T | undefined,
): T[] | undefined {
  const entries = value.split(",").map((entry) => parse(entry.trim()));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
