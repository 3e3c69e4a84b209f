import type { Block } from "../document.ts";
import { prepareColumns, prepareFootStrip, prepareGroup, prepareList } from "./container-blocks.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import { type Fragment, withSpace } from "./fragment.ts";
import { prepareHeading, prepareParagraph } from "./paragraph-block.ts";
import { prepareFigure, prepareImage, prepareRule } from "./picture-blocks.ts";
import { prepareTable } from "./table-block.ts";

/** Prepares blocks one after the other. */
export function prepareBlocks(blocks: readonly Block[], context: LayoutContext): PreparedBlock {
  const prepared = blocks.map((block) => prepareBlock(block, context));
  const widest = (key: "minWidth" | "maxWidth") =>
    prepared.reduce((width, one) => Math.max(width, one[key]), 0);
  return {
    minWidth: widest("minWidth"),
    maxWidth: widest("maxWidth"),
    layOut: (width, parent) => prepared.flatMap((one) => one.layOut(width, parent)),
  };
}

function prepareBlock(block: Block, context: LayoutContext): PreparedBlock {
  const prepared = prepareKind(block, context);
  if (block.type === "spacer" || block.type === "page-break" || block.type === "foot-strip") {
    return prepared;
  }
  const { id } = block;
  // Paragraphs, headings and pictures are targets themselves.
  const ids = id !== undefined && TARGETS.has(block.type) ? [id] : [];
  return {
    ...prepared,
    layOut(width, parent) {
      const fragments = withSpace(prepared.layOut(width, parent), block);
      return ids.length > 0 ? asTarget(fragments, ids) : fragments;
    },
  };
}

const TARGETS = new Set(["list", "table", "columns", "group", "rule"]);

function asTarget([first, ...rest]: Fragment[], ids: readonly string[]): Fragment[] {
  if (!first) return [];
  const draw: Fragment["draw"] = (page, spot) => {
    for (const id of ids) page.target(id, spot.y);
    first.draw(page, spot);
  };
  return [{ ...first, ids: [...ids, ...(first.ids ?? [])], draw }, ...rest];
}

function prepareKind(block: Block, context: LayoutContext): PreparedBlock {
  switch (block.type) {
    case "paragraph":
      return prepareParagraph(block, context);
    case "heading":
      return prepareHeading(block, context);
    case "list":
      return prepareList(block, context, prepareBlocks);
    case "table":
      return prepareTable(block, context, prepareBlocks);
    case "columns":
      return prepareColumns(block, context, prepareBlocks);
    case "group":
      return prepareGroup(block, context, prepareBlocks);
    case "figure":
      return prepareFigure(block, context);
    case "image":
      return prepareImage(block, context);
    case "rule":
      return prepareRule(block);
    case "spacer":
      return emptyBlock({ height: block.height });
    case "foot-strip":
      return prepareFootStrip(block, context, prepareBlocks);
    default:
      return emptyBlock({ height: 0, place: block.type });
  }
}

function emptyBlock(part: Pick<Fragment, "height" | "place">): PreparedBlock {
  const fragment: Fragment = { before: 0, after: 0, keepWithNext: false, draw() {}, ...part };
  return { minWidth: 0, maxWidth: 0, layOut: () => [fragment] };
}
