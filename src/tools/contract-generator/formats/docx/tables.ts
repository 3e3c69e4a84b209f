import {
  BorderStyle,
  type IParagraphOptions,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { type KeyTerm, SIGNATURE_LINES, type Signatory } from "../../contract-model.ts";
import { COLORS } from "../theme.ts";
import { STYLE_IDS } from "./styles.ts";

const NONE = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;
const NO_BORDERS = { top: NONE, bottom: NONE, left: NONE, right: NONE };
const HAIRLINE = { style: BorderStyle.SINGLE, size: 4, color: COLORS.line } as const;
const INK_LINE = { style: BorderStyle.SINGLE, size: 6, color: COLORS.ink } as const;

const LABEL_WIDTH = 1840;
const GAP_WIDTH = 720;

/** Creates the table of key terms. `width` is that of the text, in twips. */
export function createKeyTermTable(keyTerms: readonly KeyTerm[], width: number): Table {
  const columns = [LABEL_WIDTH, width - LABEL_WIDTH];
  return createTable(
    columns,
    keyTerms.map(({ label, value, details }, index) => {
      const borders = { ...NO_BORDERS, top: index === 0 ? INK_LINE : HAIRLINE, bottom: HAIRLINE };
      const text = [
        new Paragraph({ children: [new TextRun({ text: value, bold: true })] }),
        ...details.map(
          (line) => new Paragraph({ children: [new TextRun({ text: line, color: COLORS.muted })] }),
        ),
      ];
      const name = new Paragraph({ children: [new TextRun({ text: label, color: COLORS.muted })] });
      const margins = { top: 90, bottom: 90, left: 0, right: 120 };
      return new TableRow({
        cantSplit: true,
        children: [[name], text].map(
          (children, column) =>
            new TableCell({ children, borders, margins, width: toWidth(columns[column] ?? 0) }),
        ),
      });
    }),
  );
}

/** Creates the table in which both parties sign side by side. Its rows stay on one page. */
export function createSignatureTable(signatories: readonly Signatory[], width: number): Table {
  const half = Math.floor((width - GAP_WIDTH) / 2);
  const columns = [half, GAP_WIDTH, half];
  const createRow = (
    createCell: (signatory: Signatory) => IParagraphOptions[],
    isLine: boolean,
  ) => {
    const cells = signatories.map((signatory) => ({ paragraphs: createCell(signatory), isLine }));
    const [first, second] = cells;
    const spaced = [first, { paragraphs: [{}], isLine: false }, second];
    return new TableRow({
      cantSplit: true,
      children: spaced.map(
        (cell, column) =>
          new TableCell({
            children: (cell?.paragraphs ?? []).map(
              (options) => new Paragraph({ keepNext: true, ...options }),
            ),
            borders: { ...NO_BORDERS, ...(cell?.isLine && { top: INK_LINE }) },
            margins: { top: 40, left: 0, right: 0 },
            width: toWidth(columns[column] ?? 0),
          }),
      ),
    });
  };
  const names = createRow(
    ({ role, name }) => [
      { text: role, style: STYLE_IDS.small },
      { children: [new TextRun({ text: name, bold: true })], spacing: { after: 640 } },
    ],
    false,
  );
  const lines = SIGNATURE_LINES.map((text, index) => {
    const isLast = index === SIGNATURE_LINES.length - 1;
    const spacing = { after: isLast ? 0 : 600 };
    const label = { text, style: STYLE_IDS.small, spacing, keepNext: !isLast };
    return createRow(() => [label], true);
  });
  return createTable(columns, [names, ...lines]);
}

/** Creates a table of fixed columns, because Word would otherwise widen them for long words. */
function createTable(columnWidths: number[], rows: TableRow[]): Table {
  return new Table({
    rows,
    columnWidths,
    layout: TableLayoutType.FIXED,
    width: toWidth(columnWidths.reduce((sum, width) => sum + width, 0)),
    borders: { ...NO_BORDERS, insideHorizontal: NONE, insideVertical: NONE },
  });
}

function toWidth(size: number) {
  return { size, type: WidthType.DXA };
}
