import type { Columns, List } from "../blocks.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import {
  addSpace,
  derive,
  drawStack,
  shiftFragments,
  type Fragment,
  type PageView,
} from "./fragment.ts";
import { placeSideBySide } from "./side-by-side.ts";
import type { PrepareStack } from "./table-block.ts";
import { distributeWidths, MIN_WIDTH } from "./widths.ts";

export function prepareList(
  list: List,
  context: LayoutContext,
  prepareStack: PrepareStack,
): PreparedBlock {
  const items = list.items.map((item) => ({
    marker: prepareStack([{ type: "paragraph", tag: "None", text: item.marker }], {
      ...context,
      budget: undefined,
    }),
    content: prepareStack([...item.blocks], context),
  }));
  const { indent, gap = 0, numbering } = list;
  const getWidest = (key: "minWidth" | "maxWidth") =>
    Math.max(0, ...items.map(({ content }) => content[key]));
  return {
    minWidth: getWidest("minWidth") + indent,
    maxWidth: getWidest("maxWidth") + indent,
    layout(width, parent) {
      const attributes =
        numbering === "None" ? undefined : `<</O/List/ListNumbering/${numbering}>>`;
      const listElement = context.tree.create("L", parent, { attributes });
      const shift = Math.min(indent, Math.max(0, width - MIN_WIDTH));
      return items.flatMap(({ marker, content }, index) => {
        const element = context.tree.create("LI", listElement);
        const label = context.tree.create("Lbl", element);
        const body = context.tree.create("LBody", element);
        const markers = marker.layout(indent, label);
        const { mirrored } = context;
        const fragments = shiftFragments(content.layout(width - shift, body), mirrored ? 0 : shift);
        const drawn = addMarker(fragments, (page, x, y) => {
          drawStack(markers, page, { x: mirrored ? x + width - indent : x, y, gap: 0 });
        });
        return addSpace(drawn, { before: index > 0 ? gap : 0 });
      });
    },
  };
}

/** Draws a marker siblings the first fragment, or alone where the item is empty. */
function addMarker(
  fragments: readonly Fragment[],
  draw: (page: PageView, x: number, y: number) => void,
): Fragment[] {
  const [first, ...rest] = fragments;
  if (!first) return [];
  const drawBoth: Fragment["draw"] = (page, position) => {
    draw(page, position.x, position.y);
    first.draw(page, position);
  };
  return [derive(first, { draw: drawBoth }), ...rest];
}

/** Prepares blocks side by side. */
export function prepareColumns(
  { columns, gap }: Columns,
  context: LayoutContext,
  prepareStack: PrepareStack,
): PreparedBlock {
  const siblings = { ...context, budget: undefined };
  const prepared = columns.map(({ blocks }) => prepareStack([...blocks], siblings));
  const gaps = gap * Math.max(0, columns.length - 1);
  const sumWidths = (key: "minWidth" | "maxWidth") =>
    prepared.reduce((sum, column) => sum + column[key], gaps);
  return {
    minWidth: sumWidths("minWidth"),
    maxWidth: sumWidths("maxWidth"),
    layout(width, parent) {
      const room = width - gaps;
      const extents = columns.map((column, index) => ({
        min: prepared[index]?.minWidth ?? 0,
        max: prepared[index]?.maxWidth ?? 0,
        width: column.width ?? { share: 1 },
      }));
      const shares = distributeWidths(extents, room, true);
      const fitting = extents.map(({ min, max, width: fixed }, index) => {
        const isTooNarrow = columns[index]?.fits && min > (shares[index] ?? 0);
        return { min, max, width: isTooNarrow ? Math.min(min, room / 2) : fixed };
      });
      const widths = distributeWidths(fitting, room, true);
      let edge = 0;
      const cells = prepared.map((column, index) => {
        const columnWidth = widths[index] ?? 0;
        const x = context.mirrored ? width - edge - columnWidth : edge;
        edge += columnWidth + gap;
        return { x, fragments: column.layout(columnWidth, parent) };
      });
      return placeSideBySide(cells, { top: 0, bottom: 0 }, context.bodyHeight);
    },
  };
}
