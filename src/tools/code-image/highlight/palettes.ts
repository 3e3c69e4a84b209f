import type { ThemeRegistration } from "@shikijs/types";

/**
 * Colors of a theme that is defined here, by kind of token. `backdrop` is a single color, or
 * gradient stops.
 */
export interface Palette {
  name: string;
  appearance: "dark" | "light";
  backdrop: readonly string[];
  window: string;
  text: string;
  keyword: string;
  string: string;
  function: string;
  type: string;
  number: string;
  property: string;
  parameter: string;
  operator: string;
  comment: string;
}

/** Bright colors on dark purple. */
export const CANDY: Palette = {
  name: "candy",
  appearance: "dark",
  backdrop: ["#FF9BD2", "#B794FF", "#7CC8FF"],
  window: "#2A1B3D",
  text: "#FBEFFC",
  keyword: "#FF86C2",
  string: "#FFE08A",
  function: "#8FF0C0",
  type: "#C9A6FF",
  number: "#8FD6FF",
  property: "#A9D7FF",
  parameter: "#FFB9A3",
  operator: "#F5B8E4",
  comment: "#A48CBA",
};

/** Warm colors on a dark window. */
export const SUNRISE: Palette = {
  name: "sunrise",
  appearance: "dark",
  backdrop: ["#FFD27A", "#FF8E6E", "#C95D9B"],
  window: "#2B1C22",
  text: "#FFF1E4",
  keyword: "#FF9A5C",
  string: "#FFD58A",
  function: "#FFE36E",
  type: "#F7A8D8",
  number: "#FF9FB0",
  property: "#FFC7A8",
  parameter: "#C8E6A0",
  operator: "#FFBF9A",
  comment: "#A98B83",
};

/**
 * Nord's Snow Storm as the window; its Frost and Aurora colors are darkened to a contrast of at
 * least 4.5 to 1.
 */
export const NORD_LIGHT: Palette = {
  name: "nord-light",
  appearance: "light",
  backdrop: ["#C3CEDD"],
  window: "#ECEFF4",
  text: "#2E3440",
  keyword: "#3B6EA8",
  string: "#43783F",
  function: "#1F6F80",
  type: "#2C6E8C",
  number: "#8F3F71",
  property: "#49628F",
  parameter: "#8A5A00",
  operator: "#4A69A6",
  comment: "#5C687E",
};

/** TextMate scopes by color. The most specific scope wins, in any order. */
const SCOPES = {
  keyword: [
    "keyword",
    "storage",
    "entity.name.tag",
    "keyword.operator.new",
    "keyword.operator.expression",
    "keyword.operator.logical.python",
    "keyword.operator.word",
    "variable.language",
    "markup.heading",
    "markup.deleted",
    "punctuation.definition.heading",
  ],
  string: ["string", "markup.inline.raw", "markup.underline.link", "markup.quote"],
  function: [
    "entity.name.function",
    "support.function",
    "meta.function-call.generic",
    "variable.function",
    "markup.inserted",
  ],
  type: [
    "entity.name.type",
    "entity.name.class",
    "entity.name.namespace",
    "entity.other.inherited-class",
    "support.type",
    "support.class",
    "storage.type.primitive",
    "entity.other.attribute-name.class",
    "entity.other.attribute-name.id",
  ],
  number: [
    "constant.numeric",
    "constant.language",
    "constant.character",
    "constant.other",
    "support.constant",
    "keyword.other.unit",
  ],
  property: [
    "variable.other.property",
    "variable.other.object.property",
    "variable.other.constant.property",
    "support.type.property-name",
    "meta.object-literal.key",
    "entity.other.attribute-name",
  ],
  parameter: ["variable.parameter"],
  operator: ["keyword.operator", "punctuation.accessor", "storage.type.function.arrow"],
} as const;

export function toTextMateTheme(palette: Palette): ThemeRegistration & { name: string } {
  const kinds = Object.keys(SCOPES) as (keyof typeof SCOPES)[];
  return {
    name: palette.name,
    type: palette.appearance,
    colors: { "editor.background": palette.window, "editor.foreground": palette.text },
    tokenColors: [
      ...kinds.map((kind) => ({
        scope: [...SCOPES[kind]],
        settings: { foreground: palette[kind] },
      })),
      {
        scope: ["comment", "punctuation.definition.comment"],
        settings: { foreground: palette.comment, fontStyle: "italic" },
      },
      { scope: ["markup.bold", "markup.heading"], settings: { fontStyle: "bold" } },
      { scope: ["markup.italic"], settings: { fontStyle: "italic" } },
    ],
  };
}
