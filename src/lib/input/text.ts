import type { InputHints } from "../schema.ts";

const BIDI = "\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c";
const CONTROLS = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f";
/** What a text may be asked not to hold (`x-refuse`): how it is found, and what it is called. */
export const FORBIDDEN_CHARS = {
  controls: { pattern: new RegExp(`[${CONTROLS}]`), what: "control characters" },
  "controls-and-bidi": {
    pattern: new RegExp(`[${CONTROLS}${BIDI}]`),
    what: "control or bidirectional characters",
  },
};

/** A text's schema, as far as it says how the text is read. */
type TextHints = InputHints & { type?: string; enum?: string[] };

/** Makes the function that tidies a text as its schema asks: its spelling, or its line breaks. */
export function textNormalizer(hints: TextHints): (value: string) => string {
  return hints.enum && hints.type === "string"
    ? enumNormalizer(hints)
    : lineBreakNormalizer(hints["x-text"]);
}

function lineBreakNormalizer(kind: InputHints["x-text"]): (value: string) => string {
  if (kind === "line") return (value) => value.replace(/[\r\n\t\u2028\u2029]+/g, " ");
  if (kind === "lines") return (value) => value.replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return (value) => value;
}

/** No spelling of a choice is as long as this. */
const MAX_SPELLING = 100;

/** Gives the value that a spelling stands for; what fits none stays, to be refused by `enum`. */
function enumNormalizer(hints: TextHints): (value: string) => string {
  const ignored = new Set(hints["x-ignore"]);
  const fold = (text: string) =>
    ignored.size === 0
      ? text.toLowerCase()
      : [...text.toLowerCase()].filter((character) => !ignored.has(character)).join("");
  const options = (hints.enum ?? []).map((option) => [option, option] as const);
  const spellings = [...Object.entries(hints["x-spellings"] ?? {}), ...options];
  const known = new Map(spellings.map(([spelling, option]) => [fold(spelling), option]));
  const exact = new Set(hints.enum);
  return (value) => {
    if (exact.has(value) || value.length > MAX_SPELLING) return value;
    return known.get(fold(value)) ?? value;
  };
}
