import { Type } from "typebox";

const WARNINGS = [
  "small-modules",
  "text-cut",
  "missing-glyph",
  "low-contrast",
  "small-quiet-zone",
] as const;

export type LabelWarning = (typeof WARNINGS)[number];

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
