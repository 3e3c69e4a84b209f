import { Type } from "typebox";
import { Gs1Elements } from "../../domain/gs1/elements-schema.ts";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";
import { IMAGE_FORMATS, matrixOptions, symbolStyle } from "../../domain/symbol/schema.ts";
import { BARCODE_TYPES, TYPE_TITLES } from "../../domain/symbol/barcode-types.ts";

/** Reasons why scanners may fail to read a symbol. */
const WARNINGS = [
  "low-contrast",
  "inverted",
  "small-modules",
  "small-quiet-zone",
  "outside-specification",
] as const;

/** The input: the text to encode and its appearance. */
export const BarcodeInput = Type.Object({
  text: Type.String({
    minLength: 1,
    examples: ["(01)09506000134352(17)270101(10)ABC123", "9506000134352", "ABC-1234"],
    description:
      "The text, without or with its check digit. GS1 types take AI syntax or a GS1 Digital Link URL.",
  }),
  type: optionalWithDefault(
    enumOf(BARCODE_TYPES, {
      "x-choices": { name: "barcode" },
      "x-ignore-chars": "-_ ",
      "x-titles": TYPE_TITLES,
      description: "The symbology.",
    }),
    "code128",
  ),
  ...symbolStyle,
  moduleMm: Type.Optional(
    Type.Number({
      minimum: 0.05,
      maximum: 5,
      title: "Module width",
      "x-unit": "mm",
      description: "Width of a module (X-dimension). Defaults to the specification's nominal size.",
    }),
  ),
  dpi: Type.Optional(
    Type.Integer({
      minimum: 72,
      maximum: 1200,
      "x-advanced": true,
      title: "Resolution",
      "x-unit": "dpi",
      description: "Resolution of a PNG. Defaults to 300.",
    }),
  ),
  scale: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 32,
      "x-advanced": true,
      description: "Pixels per module of a PNG, instead of moduleMm and dpi.",
    }),
  ),
  heightMm: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 200,
      title: "Bar height",
      "x-unit": "mm",
      description:
        "Height of the bars. Defaults to the specification's. Two-dimensional types ignore it.",
    }),
  ),
  margin: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 50,
      "x-alias": "quietZone",
      "x-unit": "modules",
      description:
        "Quiet zone: left and right of linear types, on all sides of others. Defaults to the specification's.",
    }),
  ),
  showText: optionalWithDefault(
    Type.Boolean({ description: "Human-readable text below linear types." }),
    true,
  ),
  rotate: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: 270,
      "x-advanced": true,
      multipleOf: 90,
      description: "Clockwise rotation in degrees: 0, 90, 180 or 270.",
    }),
    0,
  ),
  ...matrixOptions,
});

const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

const Size = (unit: string) => ({ description: `In ${unit}.` });

/** The image as a data URL, and its content. */
export const BarcodeOutput = Type.Object({
  dataUrl: Type.String({
    "x-file": { as: "data-url" },
    description: "The image as a base64 data URL.",
  }),
  format: Type.Enum(IMAGE_FORMATS),
  width: Type.Integer({ description: "In pixels, at the resolution asked for." }),
  height: Type.Integer({ description: "In pixels, at the resolution asked for." }),
  type: Type.Enum(BARCODE_TYPES),
  text: Type.String({ description: "The encoded text with its check digit." }),
  checkDigit: nullable(Type.String({ description: "Null for types without one." })),
  humanReadable: nullable(Type.String({ description: "The text below linear types." })),
  modules: Type.Object(
    { x: Type.Integer(), y: Type.Integer() },
    { description: "Size without the quiet zone; y is 1 for linear types." },
  ),
  sizeMm: Type.Object(
    { width: Type.Number(Size("mm")), height: Type.Number(Size("mm")) },
    { description: "Size of the whole picture when it is printed as intended." },
  ),
  elements: Gs1Elements,
  digitalLink: nullable(
    Type.String({ description: "The GS1 Digital Link URI of the same elements, if there is one." }),
  ),
  warnings: Type.Array(Type.Enum(WARNINGS), {
    description: "What may keep some scanners from reading it.",
  }),
});
