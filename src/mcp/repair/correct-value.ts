import type { SchemaNode } from "../../lib/schema.ts";
import { findClosest } from "../../lib/text/suggest.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";

/**
 * Returns a value that the schema may accept, made of one that it does not; undefined when nothing
 * of it can be used.
 */
export function correctValue(node: SchemaNode, value: unknown): unknown {
  const { type, enum: choices, anyOf } = node;
  if (anyOf) {
    const corrected = anyOf.map((alternative) => correctValue(alternative, value));
    return corrected.find((each) => each !== undefined);
  }
  if (choices) return correctChoice(choices, value);
  switch (type) {
    case "number":
    case "integer":
      return correctNumber(node, value);
    case "boolean":
      return correctBoolean(value);
    case "string":
      return correctText(node, value);
    case "array":
      return correctList(node, value);
    default:
      return isJsonObject(value) ? value : parseObject(value);
  }
}

function correctChoice(choices: readonly string[], value: unknown): string | undefined {
  const folded = choices.map((choice) => choice.toLowerCase());
  const closest = findClosest((readText(value) ?? "").trim().toLowerCase(), folded);
  return closest === undefined ? undefined : choices[folded.indexOf(closest)];
}

/** Reads a number with a unit or a currency, and moves it into its bounds. */
function correctNumber(node: SchemaNode, value: unknown): number | undefined {
  const { type, minimum = -Infinity, maximum = Infinity, multipleOf } = node;
  const digits = /-?\d+(\.\d+)?/.exec((readText(value) ?? "").replaceAll(/[,\s_]/g, ""));
  if (!digits) return undefined;
  const number = Math.min(maximum, Math.max(minimum, Number(digits[0])));
  const step = multipleOf ?? (type === "integer" ? 1 : undefined);
  return step === undefined ? number : Number((Math.round(number / step) * step).toPrecision(12));
}

function correctBoolean(value: unknown): boolean | undefined {
  const text = readText(value) ?? "";
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  return /^(false|no|off|0)$/i.test(text) ? false : undefined;
}

function correctText({ maxLength = Infinity, minLength = 0 }: SchemaNode, value: unknown): unknown {
  const text = readText(value);
  if (text === undefined) return undefined;
  const characters = [...text];
  const cut = characters.length > maxLength ? characters.slice(0, maxLength).join("") : text;
  return characters.length < minLength ? undefined : cut;
}

/** Returns a scalar or the only entry of a list. An object may have its own `toString`. */
function readText(value: unknown): string | undefined {
  const [scalar] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value];
  return ["string", "number", "boolean"].includes(typeof scalar) ? String(scalar) : undefined;
}

function correctList({ maxItems = Infinity, minItems = 0 }: SchemaNode, value: unknown): unknown {
  const list: unknown[] = Array.isArray(value) ? value : value == null ? [] : [value];
  return list.length < minItems ? undefined : list.slice(0, maxItems);
}

function parseObject(value: unknown): unknown {
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : undefined;
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
