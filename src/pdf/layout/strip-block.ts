import type { FootStrip, Strip } from "../blocks.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import { createFragment, drawStack } from "./fragment.ts";
import type { PrepareStack } from "./table-block.ts";

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
