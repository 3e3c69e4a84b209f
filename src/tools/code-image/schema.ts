import Type from "../../lib/type.ts";
import { enumOf, singleLine, multiLine, optionalWithDefault } from "../../lib/schema.ts";
import { THEME_NAMES } from "./highlight/themes.ts";

/** What to draw and how. */
export const CodeImageInput = Type.Object({
  code: multiLine(1, 5000, {
    description: "The source text; lines over 120 columns are wrapped.",
  }),
  language: singleLine(1, 200, {
    pattern: "\\S",
    "x-rule": "must not be blank",
    examples: ["typescript", "python", "rust"],
    description: "A language's name or alias; one that is not known is drawn as plain text.",
  }),
  theme: optionalWithDefault(
    enumOf(THEME_NAMES, {
      "x-ignore": " -_",
      description: "The colors of the text and of its window.",
    }),
    "Dracula",
  ),
  showLineNumbers: optionalWithDefault(
    Type.Boolean({ description: "Numbers the lines on the left." }),
    true,
  ),
  showWindowChrome: optionalWithDefault(
    Type.Boolean({ description: "Draws three window buttons on top." }),
    true,
  ),
  fontSize: optionalWithDefault(
    Type.Number({
      minimum: 12,
      maximum: 24,
      "x-unit": "pixels",
      description: "Size of the text, in pixels.",
    }),
    14,
  ),
  padding: optionalWithDefault(
    Type.Number({
      minimum: 16,
      maximum: 64,
      "x-unit": "pixels",
      description: "Distance from the window to the image's edge, in pixels.",
    }),
    32,
  ),
  scale: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: "Device pixels drawn for each pixel; more is sharper.",
    }),
    2,
  ),
});

/** The picture as JSON, where no file can be sent. */
export const CodeImageOutput = Type.Object({
  dataUrl: Type.String({ description: "The PNG as a data URL." }),
  width: Type.Integer({ description: "Device pixels." }),
  height: Type.Integer({ description: "Device pixels." }),
  scale: Type.Integer({ description: "The scale used: lower than asked for very high images." }),
  language: Type.String({ description: "The language that the colors follow." }),
});

/** Every language that can be named. */
export const LanguagesOutput = Type.Object({
  languages: Type.Array(Type.Object({ name: Type.String(), aliases: Type.Array(Type.String()) })),
});
