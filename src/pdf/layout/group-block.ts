import type { Group, Margins } from "../blocks.ts";
import { createRoundedBox } from "../page/shapes.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import { derive, type Fragment, measureStack, merge, shiftFragments } from "./fragment.ts";
import type { PrepareStack } from "./table-block.ts";
import { MIN_WIDTH } from "./widths.ts";

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
