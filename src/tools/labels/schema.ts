import { Type } from "typebox";
import { enumOf, type Input, optionalWithDefault, recordOf } from "../../lib/schema.ts";
import { Label } from "./label-schema.ts";

/** Maximum labels of a request: rows times copies. */
export const MAX_LABELS = 2000;

/** Dots per mm by the resolution of a printer, as ZPL counts them. */
export const DOTS_PER_MM = { 203: 8, 300: 12, 600: 24 } as const;

const FORMATS = ["pdf", "zpl", "json"] as const;

export type LabelFormat = (typeof FORMATS)[number];

const count = (maximum: number, description: string) =>
  optionalWithDefault(Type.Integer({ minimum: 1, maximum, description }), 1);

const distance = (description: string) =>
  optionalWithDefault(Type.Number({ minimum: 0, maximum: 1500, "x-unit": "mm", description }), 0);

const labelSide = (description: string) =>
  Type.Optional(Type.Number({ minimum: 5, maximum: 1500, "x-unit": "mm", description }));

const pageSide = () =>
  Type.Number({ minimum: 10, maximum: 1500, "x-unit": "mm", description: "In mm." });

/** A sheet that no preset describes. */
const OwnSheet = Type.Object({
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
