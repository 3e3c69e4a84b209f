import type { Columns, FootStrip, Group, List, Margins, Strip } from "../blocks.ts";
import { createRoundedBox } from "../page/shapes.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import {
  createFragment,
  derive,
  drawStack,
  type Fragment,
  merge,
  type PageView,
  measureStack,
  addSpace,
} from "./fragment.ts";
import { placeSideBySide } from "./side-by-side.ts";
import type { PrepareStack } from "./table-block.ts";
import { distributeWidths } from "./widths.ts";

/** Minimum width of a column of text, however deep blocks are nested. */
const MIN_WIDTH = 60;

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

function shiftFragments(fragments: Fragment[], by: number): Fragment[] {
  if (by === 0) return fragments;
  return fragments.map((fragment) =>
    derive(fragment, {
      draw: (page, position) => fragment.draw(page, { ...position, x: position.x + by }),
    }),
  );
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

export function prepareGroup(
  group: Group,
  context: LayoutContext,
  prepareStack: PrepareStack,
): PreparedBlock {
  const content = prepareStack([...group.blocks], context);
  const { mirrored } = context;
  const { top, right, bottom, left } = toSides(group.padding, mirrored);
  return {
    minWidth: content.minWidth + left + right,
    maxWidth: content.maxWidth + left + right,
    layout(width, parent) {
      const details = { id: group.tag === "Note" ? group.id : undefined };
      const tagged = group.tag ? context.tree.create(group.tag, parent, details) : parent;
      const inset = Math.min(left + right, Math.max(0, width - MIN_WIDTH));
      const shift = left + right > 0 ? (inset * left) / (left + right) : 0;
      let fragments = padFragments(shiftFragments(content.layout(width - inset, tagged), shift), {
        top,
        bottom,
      });
      const whole = measureStack(fragments);
      if (group.keepTogether && whole <= context.bodyHeight && fragments.length > 0) {
        fragments = [merge(fragments)];
      }
      const isPlain = group.background === undefined && !group.border && !group.bar;
      return isPlain ? fragments : decorateFragments(fragments, group, { width, mirrored });
    },
  };
}

/** Returns distances from the sides, left and right swapped in a mirrored document. */
function toSides(
  { top = 0, right = 0, bottom = 0, left = 0 }: Partial<Margins> = {},
  isMirrored: boolean,
): Margins {
  return isMirrored ? { top, right: left, bottom, left: right } : { top, right, bottom, left };
}

/** Adds padding above the first fragment and below the last. */
function padFragments(
  fragments: Fragment[],
  { top, bottom }: { top: number; bottom: number },
): Fragment[] {
  const last = fragments.length - 1;
  return fragments.map((fragment, index) => {
    const above = index === 0 ? top : 0;
    const below = index === last ? bottom : 0;
    if (above + below === 0) return fragment;
    return derive(fragment, {
      height: fragment.height + above + below,
      before: index === 0 && top > 0 ? 0 : fragment.before,
      after: index === last && bottom > 0 ? 0 : fragment.after,
      draw: (page, position) => fragment.draw(page, { ...position, y: position.y + above }),
    });
  });
}

/**
 * Draws the group's background, border and bar behind each fragment, so that they form one surface
 * on each page.
 */
function decorateFragments(
  fragments: readonly Fragment[],
  group: Group,
  { width, mirrored }: { width: number; mirrored: boolean },
): Fragment[] {
  const { background, border, bar, radius = 0 } = group;
  const last = fragments.length - 1;
  return fragments.map((fragment, index) =>
    derive(fragment, {
      draw(page, position) {
        const { canvas } = page;
        const gap = index === 0 ? 0 : position.gap;
        const box = { x: position.x, y: position.y - gap, width, height: fragment.height + gap };
        canvas.mark("Background");
        if (background !== undefined) {
          // Rounds the corners of whole boxes only. Lets parts overlap slightly, so that no seam is
          // visible between them.
          const isWhole = last === 0;
          const overlap = isWhole || index === 0 ? 0 : 0.3;
          const { top, right, bottom, left } = toSides({ top: overlap, ...group.bleed }, mirrored);
          const covered = {
            x: box.x - left,
            y: box.y - top,
            width: box.width + left + right,
            height: box.height + top + bottom,
          };
          canvas.fillBox(covered, background, isWhole ? radius : 0);
        }
        if (bar) {
          const x = mirrored ? box.x + width - bar.width : box.x;
          canvas.fillBox({ ...box, x, width: bar.width }, bar.color);
        }
        if (border && last === 0) {
          const path = createRoundedBox(box, radius);
          canvas.drawShapes([{ path, stroke: border.color, strokeWidth: border.width }]);
        }
        fragment.draw(page, position);
      },
    }),
  );
}

/** Prepares a strip. Positions of its items start at the page's left edge. */
export function prepareStrip(
  { type, height, items, shapes = [] }: Strip | FootStrip,
  context: LayoutContext,
  prepareStack: PrepareStack,
): PreparedBlock {
  const isFoot = type === "foot-strip";
  const inStrip = { ...context, budget: undefined, mirrored: context.mirrored && !isFoot };
  const prepared = items.map((item) => ({
    item,
    content: prepareStack([...item.blocks], inStrip),
  }));
  return {
    minWidth: 0,
    maxWidth: 0,
    layout(_, parent) {
      const placed = prepared.map(({ item, content }) => ({
        item,
        fragments: content.layout(item.width, parent),
      }));
      const strip = createFragment({
        height,
        place: isFoot ? "page-foot" : undefined,
        draw(page, { y }) {
          page.canvas.mark("Layout");
          page.canvas.drawShapes(shapes, { x: 0, y });
          for (const { item, fragments } of placed) {
            drawStack(fragments, page, { x: item.x, y: y + item.y, gap: 0 });
          }
        },
      });
      return [strip];
    },
  };
}
