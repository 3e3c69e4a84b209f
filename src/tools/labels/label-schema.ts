import { Type } from "typebox";
import { BARCODE_TYPES, TYPE_TITLES } from "../../domain/symbol/barcode-types.ts";
import { HEX_COLOR, matrixOptions } from "../../domain/symbol/schema.ts";
import { enumOf, type Input, optionalWithDefault } from "../../lib/schema.ts";

const Code = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 8000,
      title: "Code contains",
      "x-flag": "code",
      description: "Template: {sku} is the row's member, {row} its number, {{ a brace.",
    }),
    type: optionalWithDefault(
      enumOf(["qr", ...BARCODE_TYPES], {
        "x-ignore-chars": "-_ ",
        "x-titles": { qr: "QR code", ...TYPE_TITLES },
        title: "Code",
        "x-flag": "code-type",
        description: "The symbology.",
      }),
      "qr",
    ),
    errorCorrectionLevel: Type.Optional(
      enumOf(["L", "M", "Q", "H"], {
        "x-synonyms": { low: "L", medium: "M", quartile: "Q", high: "H" },
        "x-visible-when": { type: ["qr"] },
        "x-flag": "error-correction-level",
        description: "Of qr. Defaults to M.",
      }),
    ),
    margin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        "x-alias": "quietZone",
        "x-unit": "modules",
        "x-flag": "margin",
        description: "Quiet zone. Defaults to the specification's.",
      }),
    ),
    darkColor: optionalWithDefault(
      Type.String({
        pattern: HEX_COLOR,
        "x-message": "must be a hex color such as #0f172a",
        "x-flag": "dark-color",
        description: "Color of the modules.",
      }),
      "#000000",
    ),
    showText: optionalWithDefault(
      Type.Boolean({ "x-flag": "show-text", description: "Text below linear types." }),
      true,
    ),
    ...matrixOptions,
  },
  { description: "A QR code or a barcode." },
);

const lineText = () => Type.String({ maxLength: 200, "x-text": "line", description: "Template." });

const Line = Type.Union([
  lineText(),
  Type.Object({
    text: lineText(),
    bold: optionalWithDefault(Type.Boolean({ description: "Heavy letters." }), false),
    scale: optionalWithDefault(
      Type.Number({ minimum: 0.5, maximum: 2, description: "Of the common size." }),
      1,
    ),
  }),
]);

const labelMembers = {
  code: Type.Optional(Code),
  lines: optionalWithDefault(
    Type.Array(Line, {
      maxItems: 8,
      "x-flag": "line",
      description: "Templates, a line of text each: {name} is the row's member.",
    }),
    [],
  ),
  layout: Type.Optional(
    enumOf(["left", "top"], {
      "x-flag": "layout",
      description: "Side of the code. Defaults to left; top where the label is higher than wide.",
    }),
  ),
  align: Type.Optional(
    enumOf(["left", "center", "right"], {
      "x-flag": "align",
      description: "Of the text. Defaults to left; center with layout top.",
    }),
  ),
  valign: optionalWithDefault(
    enumOf(["top", "middle", "bottom"], { "x-flag": "valign", description: "Of the text." }),
    "middle",
  ),
  fontSize: optionalWithDefault(
    Type.Number({
      minimum: 4,
      maximum: 72,
      "x-unit": "pt",
      "x-flag": "font-size",
      description: "The largest size of the text.",
    }),
    12,
  ),
  padding: optionalWithDefault(
    Type.Number({
      minimum: 0,
      maximum: 20,
      "x-unit": "mm",
      "x-flag": "padding",
      description: "Inside the label's edge.",
    }),
    1.5,
  ),
};

export const Label = Type.Object(labelMembers, {
  description: "What each label shows: a code, lines of text, or both.",
});

export type LabelDesign = Input<typeof Label>;
export type CodeDesign = Input<typeof Code>;
