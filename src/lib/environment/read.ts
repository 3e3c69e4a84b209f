import { closeSync, openSync, readSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { findClosest } from "../text/suggest.ts";
import type { Variable } from "./variable.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable as people see it. */
export interface VariableDescription {
  name: string;
  /** The value with secrets masked; null: none. */
  value: string | null;
  /** `default`, `environment`, or `file` with its path. */
  source: string;
  secret: boolean;
}

type Variables = Readonly<Record<string, Variable>>;

/** The values of variables by the keys of their table. */
export type EnvironmentValues<V extends Variables> = {
  [K in keyof V]: V[K] extends Variable<infer T> ? T : never;
};

/** The variables of an environment, with their problems. */
export interface EnvironmentReport<V extends Variables> {
  /** Variables with a problem have their defaults. */
  values: EnvironmentValues<V>;
  variables: VariableDescription[];
  problems: string[];
  /** Names that look like one of ours and are none. */
  warnings: string[];
}

/** Largest file that a variable may name. */
const MAX_FILE_BYTES = 65_536;

/** Shorter names are compared with none, because other programs use them. */
const MIN_COMPARED_LENGTH = 8;

/** Reads every variable of a table, and the files that secrets are in. */
export function readEnvironment<V extends Variables>(
  table: V,
  environment: Environment,
): EnvironmentReport<V> {
  const keys = Object.keys(table);
  const readings = Object.values(table).map((variable) => readVariable(variable, environment));
  return {
    values: Object.fromEntries(
      readings.map(({ value }, at) => [keys[at], value]),
    ) as EnvironmentValues<V>,
    variables: readings.map(({ description }) => description),
    problems: readings.flatMap(({ problem }) => problem ?? []),
    warnings: listWarnings(Object.values(table), environment),
  };
}

function readVariable(
  variable: Variable,
  environment: Environment,
): { value: unknown; description: VariableDescription; problem?: string } {
  const { name, defaultValue, defaultText, isSecret } = variable;
  const unset = { name, value: defaultText ?? null, source: "default", secret: isSecret };
  let text: SourcedText | undefined;
  try {
    text = findText(variable, environment);
  } catch (error) {
    return { value: defaultValue, description: unset, problem: (error as Error).message };
  }
  if (!text) return { value: defaultValue, description: unset };
  const description = { ...unset, value: variable.show(text.text), source: text.source };
  const value = variable.parse(text.text);
  if (value !== undefined) return { value, description };
  return { value: defaultValue, description, problem: describeProblem(variable, text) };
}

interface SourcedText {
  text: string;
  source: string;
}

/** Returns the text of a variable; undefined when it is not set. Throws an Error for its file. */
function findText({ name, isSecret }: Variable, environment: Environment): SourcedText | undefined {
  const text = environment[name]?.trim() || undefined;
  const path = isSecret ? environment[`${name}_FILE`]?.trim() || undefined : undefined;
  if (path === undefined) return text === undefined ? text : { text, source: "environment" };
  if (text !== undefined) throw new Error(`${name} and ${name}_FILE are both set: unset one`);
  return { text: readSecret(`${name}_FILE`, path), source: `file ${path}` };
}

/** Returns the content of a file without the line break at its end. */
function readSecret(name: string, path: string): string {
  let bytes: Buffer;
  try {
    bytes = readStart(path, MAX_FILE_BYTES + 1);
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    throw new Error(`${name} names a file that cannot be read: ${code} ${path}`, { cause: error });
  }
  if (bytes.length > MAX_FILE_BYTES || !isUtf8(bytes))
    throw new Error(`${name} must name a file of at most 64 KiB of UTF-8; ${path} is none`);
  const secret = bytes.toString().replace(/\r?\n$/, "");
  if (secret === "") throw new Error(`${name} names a file that is empty: ${path}`);
  return secret;
}

/** Returns the first bytes of a file, which may be a device without an end. */
function readStart(path: string, maxBytes: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(maxBytes);
    let length = 0;
    let count: number;
    do {
      count = readSync(descriptor, buffer, length, maxBytes - length, null);
      length += count;
    } while (count > 0);
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function describeProblem(variable: Variable, { text, source }: SourcedText): string {
  const { name, rule } = variable;
  if (source !== "environment") return `${name} must be ${rule}; that of ${source} is not`;
  return `${name} must be ${rule}; it is ${JSON.stringify(variable.show(text))}`;
}

function listWarnings(variables: readonly Variable[], environment: Environment): string[] {
  const names = variables.flatMap(({ name, isSecret }) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  return Object.keys(environment)
    .filter((name) => name.length >= MIN_COMPARED_LENGTH && !names.includes(name))
    .flatMap((name) => {
      const meant = findClosest(name, names, 2) ?? names.find((ours) => ours.startsWith(name));
      if (meant === undefined) return [];
      return `${name} is not a variable of Sundry (did you mean ${meant}?)`;
    });
}
