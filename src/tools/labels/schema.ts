import { Type } from "typebox";
import { BARCODE_TYPES, TYPE_TITLES } from "../../domain/symbol/barcode-types.ts";
import { HEX_COLOR } from "../../domain/symbol/schema.ts";
import { enumOf, type Input, optionalWithDefault, recordOf } from "../../lib/schema.ts";

/** Maximum labels of a request: rows times copies. */
export const MAX_LABELS = 2000;

/** Dots per mm by the resolution of a printer, as ZPL counts them. */
export const DOTS_PER_MM = { 203: 8, 300: 12, 600: 24 } as const;

const FORMATS = ["pdf", "zpl", "json"] as const;

const WARNINGS = [
  "small-modules",
  "text-cut",
  "missing-glyph",
  "low-contrast",
  "small-quiet-zone",
] as const;

export type LabelFormat = (typeof FORMATS)[number];
export type LabelWarning = (typeof WARNINGS)[number];

const count = (maximum: number, description: string) =>
  optionalWithDefault(Type.Integer({ minimum: 1, maximum, description }), 1);

const distance = (description: string) =>
  optionalWithDefault(Type.Number({ minimum: 0, maximum: 1500, "x-unit": "mm", description }), 0);

const labelSide = (description: string) =>
  Type.Optional(Type.Number({ minimum: 5, maximum: 1500, "x-unit": "mm", description }));

const pageSide = () =>
  Type.Number({ minimum: 10, maximum: 1500, "x-unit": "mm", description: "In mm." });

/** A sheet that no preset describes. */
export const OwnSheet = Type.Object({
  page: Type.Union(
    [enumOf(["A4", "letter", "A5", "A6"]), Type.Object({ width: pageSide(), height: pageSide() })],
    { description: "A4, letter, A5, A6, or a size in mm." },
  ),
  columns: count(100, "Labels side by side."),
  rows: count(100, "Labels below each other."),
  width: labelSide("Of a label. Defaults to what page, margins and gaps leave."),
  height: labelSide("Of a label. Defaults to what page, margins and gaps leave."),
  left: distance("From the page's edge to the first label."),
  top: distance("From the page's edge to the first label."),
  gapX: distance("Between labels side by side."),
  gapY: distance("Between labels below each other."),
});

const Sheet = Type.Union([Type.String({ maxLength: 100 }), OwnSheet], {
  examples: ["avery-5160", "roll-57x32mm"],
  description:
    "A preset in any case (GET /api/v1/labels/sheets lists them), or the measures of a sheet in mm.",
});

const Rows = Type.Union(
  [
    Type.Array(
      recordOf(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        maxProperties: 500,
      }),
      { minItems: 1, maxItems: MAX_LABELS },
    ),
    Type.String({ minLength: 1, "x-text": "lines" }),
  ],
  {
    "x-file": { accept: ".csv,.tsv,.json", as: "text" },
    description: "Up to 2000 objects, or a table as CSV whose header names the members.",
  },
);

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
    columns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        "x-visible-when": { type: ["pdf417"] },
        description: "Data columns of pdf417.",
      }),
    ),
    errorCorrection: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 95,
        "x-visible-when": { type: ["pdf417", "aztec"] },
        description: "Level 0 to 8 of pdf417, 5 to 95 percent of aztec.",
      }),
    ),
    shape: optionalWithDefault(
      enumOf(["square", "rectangle"], {
        "x-visible-when": { type: ["datamatrix", "gs1-datamatrix"] },
        description: "Of datamatrix and gs1-datamatrix.",
      }),
      "square",
    ),
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

const Label = Type.Object(labelMembers, {
  description: "What each label shows: a code, lines of text, or both.",
});

/** Rows, what their labels show, and the sheet. */
export const LabelsInput = Type.Object({
  sheet: optionalWithDefault(Sheet, "avery-l7160"),
  rows: Rows,
  label: Label,
  startAt: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "The first position that is used on the first sheet, along rows.",
    }),
    1,
  ),
  copies: optionalWithDefault(
    Type.Integer({ minimum: 1, maximum: 100, description: "Labels of each row." }),
    1,
  ),
  outline: optionalWithDefault(
    Type.Boolean({ description: "Draws the edge of every position, to check the first sheet." }),
    false,
  ),
  format: optionalWithDefault(
    enumOf(FORMATS, {
      "x-widget": "hidden",
      "x-media": { pdf: "application/pdf", zpl: "application/zpl", json: "application/json" },
      description: "pdf for sheets, zpl for label printers, json for the positions.",
    }),
    "pdf",
  ),
  dpi: optionalWithDefault(
    Type.Unsafe<203 | 300 | 600>({
      type: "integer",
      enum: [203, 300, 600],
      "x-widget": "hidden",
      "x-unit": "dpi",
      description: "Resolution of the printer, for zpl.",
    }),
    203,
  ),
});

export type LabelsRequest = Input<typeof LabelsInput>;
export type LabelDesign = Input<typeof Label>;
export type CodeDesign = Input<typeof Code>;

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const Box = Type.Object(
  { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
  { description: "With its quiet zone, in mm." },
);

const Position = Type.Object({
  row: Type.Integer({ description: "From 1, as page." }),
  page: Type.Integer(),
  column: Type.Integer({ description: "From 0, as line." }),
  line: Type.Integer(),
  x: Type.Number({ description: "Of the label on the page, in mm." }),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  codeBox: nullable(Box),
  moduleMm: nullable(Type.Number({ description: "Width of a module." })),
  fontSize: nullable(Type.Number({ description: "Common size of the text, in points." })),
});

const measures = {
  page: Type.Object({ width: Type.Number(), height: Type.Number() }),
  columns: Type.Integer(),
  rows: Type.Integer(),
  width: Type.Number({ description: "Of a label, in mm." }),
  height: Type.Number(),
  left: Type.Number(),
  top: Type.Number(),
  pitchX: Type.Number({ description: "From an edge to the next label's same edge." }),
  pitchY: Type.Number(),
};

/** The positions of the labels. */
export const LabelsOutput = Type.Object({
  sheet: Type.Object({ id: nullable(Type.String()), ...measures }),
  labels: Type.Integer({ description: "Number of labels." }),
  pages: Type.Integer({ description: "Number of sheets." }),
  positions: Type.Array(Position),
  warnings: Type.Array(
    Type.Object({ code: Type.Enum(WARNINGS), rows: Type.Array(Type.Integer()) }),
    { description: "What may print badly, with the numbers of the rows." },
  ),
});

/** Every preset. */
export const SheetsOutput = Type.Object({
  sheets: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      ...measures,
      aliases: Type.Array(Type.String()),
      source: Type.String(),
    }),
  ),
});
