import { Type } from "typebox";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";
import { QrContent } from "./content/schema.ts";
import { HEX_COLOR, IMAGE_FORMATS, symbolStyle } from "../../domain/symbol/schema.ts";

const SHAPES = ["square", "rounded", "dots"] as const;
const EYE_SHAPES = ["square", "rounded", "circle"] as const;
const LEVELS = ["L", "M", "Q", "H"] as const;
const WARNINGS = [
  "low-contrast",
  "inverted",
  "small-modules",
  "no-quiet-zone",
  "unreadable",
] as const;

/** Characters of the data URL of a logo of 100 KiB. */
const MAX_LOGO_CHARACTERS = Math.ceil((100 * 1024) / 3) * 4 + 100;

const members = {
  text: Type.Optional(
    Type.String({
      minLength: 1,
      "x-visible-when": { "content.type": [""] },
      examples: ["https://example.com"],
      description:
        "Text of the code: up to 7089 digits, 4296 capitals and digits, or 2953 bytes of UTF-8 at level L; less at higher levels.",
    }),
  ),
  content: Type.Optional(QrContent),
  ...symbolStyle,
  errorCorrectionLevel: Type.Optional(
    enumOf(LEVELS, {
      "x-synonyms": { low: "L", medium: "M", quartile: "Q", high: "H" },
      title: "Error correction",
      "x-titles": { L: "L, 7%", M: "M, 15%", Q: "Q, 25%", H: "H, 30%" },
      description:
        "Damage the code survives: L 7%, M 15%, Q 25%, H 30%. Defaults to M, with a logo to H.",
    }),
  ),
  logo: Type.Optional(
    Type.String({
      maxLength: MAX_LOGO_CHARACTERS,
      "x-file": { accept: "image/png,image/svg+xml", as: "data-url" },
      description:
        "PNG or SVG for the middle of the code, as a data URL of up to 100 KiB. It takes up to 22% of the width.",
    }),
  ),
  moduleShape: optionalWithDefault(
    enumOf(SHAPES, { "x-advanced": true, description: "How the modules are drawn." }),
    "square",
  ),
  eyeShape: Type.Optional(
    enumOf(EYE_SHAPES, {
      "x-advanced": true,
      description: "How the three corners are drawn; square or rounded like the modules.",
    }),
  ),
  gradientColor: Type.Optional(
    Type.String({
      pattern: HEX_COLOR,
      "x-message": "must be a hex color such as #7c3aed",
      title: "Gradient to",
      description: "Color at the bottom right, where a gradient from the foreground color ends.",
    }),
  ),
  margin: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: 32,
      "x-alias": "quietZone",
      "x-unit": "modules",
      description: "Width of the quiet zone around the symbol, in modules.",
    }),
    4,
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: 32,
      maximum: 2048,
      "x-alias": "size",
      "x-unit": "pixels",
      description: "Width and height of the image, in pixels. Defaults to 300.",
    }),
  ),
  moduleMm: Type.Optional(
    Type.Number({
      minimum: 0.05,
      maximum: 5,
      "x-unit": "mm",
      "x-advanced": true,
      description: "Width of a module when printed, instead of width.",
    }),
  ),
  dpi: Type.Optional(
    Type.Integer({
      minimum: 72,
      maximum: 1200,
      "x-advanced": true,
      description: "Resolution of a PNG for print. Defaults to 300 with moduleMm.",
    }),
  ),
};

/** The input: the text or content to encode, and its appearance. */
export const QrInput = Type.Object(members, { "x-exactly-one": ["text", "content"] });

/** The image as a data URL, and what it is. */
export const QrOutput = Type.Object({
  dataUrl: Type.String({
    "x-file": { as: "data-url" },
    description: "The image as a base64 data URL.",
  }),
  format: Type.Enum(IMAGE_FORMATS),
  width: Type.Integer({ description: "In pixels." }),
  height: Type.Integer({ description: "In pixels." }),
  sizeMm: Type.Optional(
    Type.Object(
      {
        width: Type.Number({ description: "In mm." }),
        height: Type.Number({ description: "In mm." }),
      },
      { description: "Size of the image when printed; only with moduleMm." },
    ),
  ),
  text: Type.Optional(
    Type.String({ description: "The encoded text; only for requests with content." }),
  ),
  version: Type.Integer({ description: "The symbol's version, 1 to 40." }),
  modules: Type.Integer({ description: "Modules on a side, without the quiet zone." }),
  errorCorrectionLevel: Type.Enum(LEVELS),
  warnings: Type.Array(Type.Enum(WARNINGS), {
    description: "What may keep some readers from reading it.",
  }),
});
