import type { Paragraph, Stroke, TableBlock, TableCell, TableRow } from "../blocks.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import { formatCellAttributes, type StructureElement } from "../page/structure.ts";
import { mergeStyle } from "../text/text-style.ts";
import { formatText } from "../writer/syntax.ts";
import {
  reserveHeight,
  type LayoutContext,
  type PrepareBlock,
  type PreparedBlock,
} from "./context.ts";
import { derive, type Fragment, merge, type PageView, type RunningHead } from "./fragment.ts";
import { placeSideBySide } from "./side-by-side.ts";
import { distributeWidths } from "./widths.ts";

/** A cell with its prepared content and its first column. */
interface PreparedCell {
  cell: TableCell;
  column: number;
  blocks: PreparedBlock;
}

interface PreparedRow {
  row: TableRow;
  cells: PreparedCell[];
}

interface TableParts {
  table: TableBlock;
  head: PreparedRow[];
  rows: PreparedRow[];
  context: LayoutContext;
}

export type PrepareStack = (
  blocks: Parameters<PrepareBlock>[0][],
  context: LayoutContext,
) => PreparedBlock;

export function prepareTable(
  table: TableBlock,
  context: LayoutContext,
  prepareStack: PrepareStack,
): PreparedBlock {
  const siblings = { ...context, budget: undefined };
  const prepareRow = (row: TableRow, isHead: boolean): PreparedRow => {
    let column = 0;
    reserveHeight(context, context.style.size + 2 * table.padding.y);
    const cells = row.cells.map((cell) => {
      const blocks = toCellBlocks(cell, { table, column, isHead });
      const inCell = cell.style
        ? { ...siblings, style: mergeStyle(context.style, cell.style) }
        : siblings;
      const prepared = { cell, column, blocks: prepareStack(blocks, inCell) };
      column += cell.columns ?? 1;
      return prepared;
    });
    return { row, cells };
  };
  const parts = {
    table,
    context,
    head: (table.head ?? []).map((row) => prepareRow(row, true)),
    rows: table.rows.map((row) => prepareRow(row, false)),
  };
  const extents = measureColumns(parts);
  const sumExtents = (key: "min" | "max") => extents.reduce((sum, extent) => sum + extent[key], 0);
  return {
    minWidth: sumExtents("min"),
    maxWidth: sumExtents("max"),
    layout: (width, parent) =>
      layoutTable(parts, parent, { width, edges: getColumnEdges(parts, extents, width) }),
  };
}

function toCellBlocks(
  { content, align }: TableCell,
  { table, column, isHead }: { table: TableBlock; column: number; isHead: boolean },
): Parameters<PrepareBlock>[0][] {
  if (typeof content === "object" && "blocks" in content) return [...content.blocks];
  const paragraph: Paragraph = {
    type: "paragraph",
    tag: "None",
    text: content,
    align: align ?? table.columns[column]?.align,
    ...(isHead && { style: { weight: 600 as const } }),
  };
  return [paragraph];
}

function measureColumns({ table, head, rows }: TableParts) {
  const extents = table.columns.map(({ width = "auto" }) => ({ min: 0, max: 0, width }));
  for (const { cell, column, blocks } of [...head, ...rows].flatMap(({ cells }) => cells)) {
    const extent = extents[column];
    if (!extent || (cell.columns ?? 1) > 1) continue;
    const { left, right } = getSidePadding(table, { cell, column });
    extent.min = Math.max(extent.min, blocks.minWidth + left + right);
    extent.max = Math.max(extent.max, blocks.maxWidth + left + right);
  }
  return extents;
}

/** Returns the padding left and right of a cell. */
function getSidePadding(
  { columns, padding }: TableBlock,
  { cell, column }: Pick<PreparedCell, "cell" | "column">,
): { left: number; right: number } {
  const { x, outer = x } = padding;
  const isLast = column + (cell.columns ?? 1) >= columns.length;
  return { left: column === 0 ? outer : x, right: isLast ? outer : x };
}

/** Returns the left edges of columns and the right edge of the last one. */
function getColumnEdges(
  { table }: TableParts,
  extents: ReturnType<typeof measureColumns>,
  width: number,
): number[] {
  let edge = 0;
  const widths = distributeWidths(extents, width, table.fill ?? true);
  return [0, ...widths.map((column) => (edge += column))];
}

/** The width available to a table and the edges of its columns. */
interface TableWidths {
  width: number;
  edges: readonly number[];
}

function layoutTable(
  parts: TableParts,
  parent: StructureElement,
  { width, edges }: TableWidths,
): Fragment[] {
  const { table, context, head, rows } = parts;
  const { tree } = context;
  const attributes =
    table.summary === undefined ? undefined : `<</O/Table/Summary${formatText(table.summary)}>>`;
  const tableElement = tree.create("Table", parent, { attributes });
  const { rules = {} } = table;
  const headElement = head.length > 0 ? tree.create("THead", tableElement) : tableElement;
  const bodyElement = head.length > 0 ? tree.create("TBody", tableElement) : tableElement;
  const headRows = head.flatMap((row, index) =>
    layoutRow(row, {
      parts,
      width,
      edges,
      parent: headElement,
      isHead: true,
      below: index === head.length - 1 ? rules.head : rules.rows,
      above: index === 0 ? rules.start : undefined,
    }),
  );
  const bodyRows = rows.flatMap((row, index) =>
    layoutRow(row, {
      parts,
      width,
      edges,
      parent: bodyElement,
      isHead: false,
      below: index === rows.length - 1 ? (rules.end ?? rules.rows) : rules.rows,
      above: index === 0 && head.length === 0 ? rules.start : undefined,
    }),
  );
  const runningHead = headRows.length > 0 ? createRunningHead(headRows, context) : undefined;
  return [
    ...headRows.map((row) => derive(row, { keepWithNext: true })),
    ...bodyRows.map((row) => (runningHead ? derive(row, { runningHead }) : row)),
  ];
}

/**
 * Creates the header of later pages, an artifact because the structure already contains the table's
 * header.
 */
function createRunningHead(
  rows: readonly Fragment[],
  context: LayoutContext,
): RunningHead | undefined {
  const whole = merge(rows);
  // Repeats no head above half a page, because it would leave too little room for rows.
  if (whole.height > context.bodyHeight / 2) return undefined;
  return {
    height: whole.height,
    draw(page, x, y) {
      const { canvas } = page;
      if (canvas.isArtifact) return;
      canvas.setBand("Layout");
      whole.draw(page, { x, y, gap: 0 });
      canvas.setBand(undefined);
    },
  };
}

/** How a row is laid out. `above` and `below` are its lines. */
interface RowOptions extends TableWidths {
  parts: TableParts;
  parent: StructureElement;
  isHead: boolean;
  above: Stroke | undefined;
  below: Stroke | undefined;
}

function layoutRow({ row, cells }: PreparedRow, options: RowOptions): Fragment[] {
  const { parts, edges, parent, isHead, above, below } = options;
  const { table, context } = parts;
  const { mirrored } = context;
  const element = context.tree.create("TR", parent);
  const placed = cells.map(({ cell, column, blocks }) => {
    const scope = cell.scope ?? (isHead ? "Column" : undefined);
    const attributes = formatCellAttributes({ scope, columns: cell.columns });
    const cellElement = context.tree.create(scope ? "TH" : "TD", element, { attributes });
    const left = edges[column] ?? 0;
    const right = edges[Math.min(column + (cell.columns ?? 1), edges.length - 1)] ?? left;
    const padding = getSidePadding(table, { cell, column });
    const room = Math.max(1, right - left - padding.left - padding.right);
    const fragments = blocks.layout(room, cellElement);
    const start = left + padding.left;
    const x = mirrored ? options.width - start - room : start;
    return { x, fragments, verticalAlign: cell.verticalAlign };
  });
  const padding = { top: table.padding.y, bottom: table.padding.y };
  const fragments = placeSideBySide(placed, padding, context.bodyHeight);
  const width = edges.at(-1) ?? 0;
  return fragments.map((fragment) =>
    derive(fragment, {
      keepWithNext: row.keepWithNext ?? false,
      draw(page, position) {
        const x = mirrored ? position.x + options.width - width : position.x;
        const box = { x, y: position.y, width, height: fragment.height };
        drawRowBox(page, box, { row, above, below });
        fragment.draw(page, position);
      },
    }),
  );
}

function drawRowBox(
  { canvas }: PageView,
  box: Box,
  { row, above, below }: { row: TableRow; above: Stroke | undefined; below: Stroke | undefined },
): void {
  if (row.background === undefined && !above && !below) return;
  canvas.mark("Layout");
  if (row.background !== undefined) canvas.fillBox(box, row.background);
  if (above) canvas.fillBox({ ...box, height: above.width }, above.color);
  if (below) {
    const y = box.y + box.height - below.width;
    canvas.fillBox({ ...box, y, height: below.width }, below.color);
  }
}
