import { Type } from "typebox";
import { enumOf, singleLine, multiLine, optionalWithDefault } from "../../lib/schema.ts";
import { CANVAS_NAMES } from "../../domain/code-image/canvases.ts";
import { LANGUAGES } from "./highlight/languages.ts";
import { MAX_THEME_LENGTH } from "../../domain/code-image/theme-file.ts";
import { THEME_NAMES } from "../../domain/code-image/theme-names.ts";

/** Matches a word in any case, because JSON Schema's patterns have no flags. */
function toCaseInsensitivePattern(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

const BACKGROUND_WORDS = ["theme", "transparent", "none"].map(toCaseInsensitivePattern).join("|");

/** A line number or range, with optional spaces around numbers. */
const LINE_RANGE = "\\s*\\d{1,7}\\s*(?:-\\s*\\d{1,7}\\s*)?";

/** Source code and the appearance of its image. */
export const CodeImageInput = Type.Object({
  code: multiLine(1, 5000, {
    "x-file": { as: "text" },
    description: "The source text; lines over 120 columns are wrapped.",
  }),
  language: Type.Optional(
    singleLine(1, 200, {
      pattern: "\\S",
      "x-message": "must not be blank",
      "x-widget": "language",
      "x-choices": { name: "language", list: () => LANGUAGES },
      "x-start": "auto",
      examples: ["auto", "typescript", "python", "rust"],
      description:
        "Language name or alias, e.g. ts; auto detects it. Unknown languages aren't highlighted. Required unless `filename` is set.",
    }),
  ),
  filename: Type.Optional(
    singleLine(1, 200, {
      pattern: "\\S",
      "x-message": "must not be blank",
      "x-advanced": true,
      description: "Name of the file, e.g. Dockerfile, to choose the language by. `language` wins.",
    }),
  ),
  theme: optionalWithDefault(
    enumOf(THEME_NAMES, {
      "x-choices": { name: "theme" },
      "x-ignore-chars": " -_",
      description: "Colors of the text, the window and the background.",
    }),
    "Dracula",
  ),
  themeFile: Type.Optional(
    multiLine(1, MAX_THEME_LENGTH, {
      "x-file": { accept: ".json,.jsonc", as: "text" },
      "x-advanced": true,
      description: "File of a VS Code color theme (JSON), used instead of `theme`.",
    }),
  ),
  showLineNumbers: optionalWithDefault(
    Type.Boolean({ description: "Shows line numbers on the left." }),
    true,
  ),
  showWindowChrome: optionalWithDefault(
    Type.Boolean({ description: "Shows three window buttons at the top." }),
    true,
  ),
  fontSize: optionalWithDefault(
    Type.Number({
      minimum: 12,
      maximum: 24,
      "x-unit": "pixels",
      description: "Font size in pixels.",
    }),
    14,
  ),
  padding: optionalWithDefault(
    Type.Number({
      minimum: 16,
      maximum: 64,
      "x-unit": "pixels",
      description: "Space between the window and the edge of the image, in pixels.",
    }),
    32,
  ),
  scale: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: "Device pixels per CSS pixel; higher is sharper.",
    }),
    2,
  ),
  canvas: Type.Optional(
    enumOf(CANVAS_NAMES, {
      "x-titles": {
        "": "As large as the code",
        "1200x630": "Social card, 1200 × 630",
        "1080x1080": "Square, 1080 × 1080",
        "1920x1080": "Slide, 1920 × 1080",
      },
      description:
        "Pixels of the file, with the largest font that fits. `fontSize` and `scale` have no effect.",
    }),
  ),
  format: optionalWithDefault(
    enumOf(["png", "svg"], {
      "x-media": { png: "image/png", svg: "image/svg+xml" },
      description: "The kind of image. SVG has glyphs as paths and needs no fonts.",
    }),
    "png",
  ),
  background: optionalWithDefault(
    singleLine(1, 20, {
      pattern: `^(?:${BACKGROUND_WORDS}|#[0-9a-fA-F]{6})$`,
      "x-message": "must be theme, transparent, none or a color like #1e293b",
      examples: ["theme", "transparent", "none", "#1e293b"],
      "x-advanced": true,
      description:
        "Around the window: `theme`, a color like #1e293b, `transparent`, or `none` for no margin.",
    }),
    "theme",
  ),
  title: Type.Optional(
    singleLine(0, 100, { "x-advanced": true, description: "Text in the window's title bar." }),
  ),
  highlightLines: Type.Optional(
    singleLine(0, 200, {
      pattern: `^(?:${LINE_RANGE}(?:,${LINE_RANGE})*)?$`,
      "x-message": "must be line numbers and ranges like 3-5,9",
      examples: ["3-5,9"],
      "x-advanced": true,
      description: "Lines to emphasize, counted from `firstLine`.",
    }),
  ),
  firstLine: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: 999_999,
      "x-advanced": true,
      description: "Number of the first line.",
    }),
    1,
  ),
  diff: optionalWithDefault(
    Type.Boolean({
      "x-advanced": true,
      description: "Colors lines that begin with + or - as added and removed.",
    }),
    false,
  ),
});

/** The image as JSON, for clients that cannot receive a file. */
export const CodeImageOutput = Type.Object({
  dataUrl: Type.String({ "x-file": { as: "data-url" }, description: "The image as a data URL." }),
  width: Type.Integer({ description: "Device pixels." }),
  height: Type.Integer({ description: "Device pixels." }),
  scale: Type.Integer({ description: "Scale used: lower than requested for very high images." }),
  language: Type.String({ description: "Language used for highlighting." }),
  suggestion: Type.Optional(
    Type.String({ description: "Known language that an unknown `language` is closest to." }),
  ),
});

/** Supported languages and their aliases. */
export const LanguagesOutput = Type.Object({
  languages: Type.Array(Type.Object({ name: Type.String(), aliases: Type.Array(Type.String()) })),
});
