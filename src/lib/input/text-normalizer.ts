import type { InputHints, SchemaNode } from "../schema.ts";

const BIDI = "\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c";
const CONTROLS = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f";

/** The characters of `x-forbid`, each with its name for error messages. */
export const FORBIDDEN_CHARS = {
  controls: { pattern: new RegExp(`[${CONTROLS}]`), name: "control characters" },
  "controls-and-bidi": {
    pattern: new RegExp(`[${CONTROLS}${BIDI}]`),
    name: "control or bidirectional characters",
  },
};

/** Compiles the normalizer of a text: for an enum its values and synonyms, else its line breaks. */
export function compileTextNormalizer(hints: SchemaNode): (value: string) => string {
  return hints.enum && hints.type === "string"
    ? compileEnumNormalizer(hints)
    : compileLineBreakNormalizer(hints["x-text"]);
}

function compileLineBreakNormalizer(kind: InputHints["x-text"]): (value: string) => string {
  if (kind === "line") return (value) => value.replace(/[\r\n\t\u2028\u2029]+/g, " ");
  if (kind === "lines") return (value) => value.replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return (value) => value;
}

/** Longer texts are not compared, because no enum value or synonym is as long. */
const MAX_ENUM_TEXT = 100;

/**
 * Returns the enum value for each of its spellings. Other texts are unchanged, so that `enum`
 * rejects them.
 */
function compileEnumNormalizer(hints: SchemaNode): (value: string) => string {
  const ignored = new Set(hints["x-ignore-chars"]);
  const fold = (text: string) =>
    ignored.size === 0
      ? text.toLowerCase()
      : [...text.toLowerCase()].filter((character) => !ignored.has(character)).join("");
  const options = (hints.enum ?? []).map((option) => [option, option] as const);
  const spellings = [...Object.entries(hints["x-synonyms"] ?? {}), ...options];
  const bySpelling = new Map(spellings.map(([spelling, option]) => [fold(spelling), option]));
  const exact = new Set(hints.enum);
  return (value) => {
    if (exact.has(value) || value.length > MAX_ENUM_TEXT) return value;
    return bySpelling.get(fold(value)) ?? value;
  };
}
