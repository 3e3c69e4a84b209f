import { Type } from "typebox";
import { enumOf, singleLine, multiLine, optionalWithDefault } from "../../lib/schema.ts";
import { THEME_NAMES } from "./highlight/themes.ts";

/** Source code and the look of its image. */
export const CodeImageInput = Type.Object({
  code: multiLine(1, 5000, {
    "x-file": { as: "text" },
    description: "The source text; lines over 120 columns are wrapped.",
  }),
  language: singleLine(1, 200, {
    pattern: "\\S",
    "x-message": "must not be blank",
    "x-widget": "language",
    examples: ["typescript", "python", "rust"],
    description: "Language name or alias, e.g. ts. Unknown languages aren't highlighted.",
  }),
  theme: optionalWithDefault(
    enumOf(THEME_NAMES, {
      "x-ignore-chars": " -_",
      description: "Colors of the text, the window and the background.",
    }),
    "Dracula",
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
});

/** The image as JSON, for clients that cannot receive a file. */
export const CodeImageOutput = Type.Object({
  dataUrl: Type.String({ description: "The PNG as a data URL." }),
  width: Type.Integer({ description: "Device pixels." }),
  height: Type.Integer({ description: "Device pixels." }),
  scale: Type.Integer({ description: "Scale used: lower than requested for very high images." }),
  language: Type.String({ description: "Language used for highlighting." }),
});

/** Supported languages and their aliases. */
export const LanguagesOutput = Type.Object({
  languages: Type.Array(Type.Object({ name: Type.String(), aliases: Type.Array(Type.String()) })),
});
