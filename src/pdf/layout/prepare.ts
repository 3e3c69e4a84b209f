import type { Block } from "../blocks.ts";
import { prepareColumns, prepareList } from "./container-blocks.ts";
import { prepareGroup } from "./group-block.ts";
import { prepareStrip } from "./strip-block.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import { createFragment, derive, type Fragment, addSpace } from "./fragment.ts";
import { prepareHeading, prepareParagraph } from "./paragraph-block.ts";
import { prepareFigure, prepareImage, prepareRule, prepareSvg } from "./picture-blocks.ts";
import { prepareTable } from "./table-block.ts";

/** Prepares blocks one after the other. */
export function prepareBlocks(blocks: readonly Block[], context: LayoutContext): PreparedBlock {
  const [only] = blocks;
  if (only && blocks.length === 1) return prepareBlock(only, context);
  const prepared = blocks.map((block) => prepareBlock(block, context));
  const getWidest = (key: "minWidth" | "maxWidth") =>
    prepared.reduce((width, block) => Math.max(width, block[key]), 0);
  return {
    minWidth: getWidest("minWidth"),
    maxWidth: getWidest("maxWidth"),
    layout: (width, parent) => prepared.flatMap((block) => block.layout(width, parent)),
  };
}

function prepareBlock(block: Block, context: LayoutContext): PreparedBlock {
  const prepared = prepareKind(block, context);
  switch (block.type) {
    case "spacer":
    case "page-break":
    case "strip":
    case "foot-strip":
      return prepared;
  }
  const { id, before, after, keepWithNext } = block;
  // Paragraphs, headings and pictures are targets themselves.
  const target = id !== undefined && ANCHOR_TYPES.has(block.type) ? id : undefined;
  if (!before && !after && !keepWithNext && target === undefined) return prepared;
  return {
    minWidth: prepared.minWidth,
    maxWidth: prepared.maxWidth,
    layout(width, parent) {
      const fragments = addSpace(prepared.layout(width, parent), block);
      return target === undefined ? fragments : toAnchor(fragments, target);
    },
  };
}

const ANCHOR_TYPES = new Set(["list", "table", "columns", "group", "rule"]);

function toAnchor([first, ...rest]: Fragment[], id: string): Fragment[] {
  if (!first) return [];
  const draw: Fragment["draw"] = (page, position) => {
    page.target(id, position.y);
    first.draw(page, position);
  };
  return [derive(first, { ids: [id, ...(first.ids ?? [])], draw }), ...rest];
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
    case "svg":
      return prepareSvg(block, context);
    case "image":
      return prepareImage(block, context);
    case "rule":
      return prepareRule(block);
    case "spacer":
      return createEmptyBlock({ height: block.height });
    case "strip":
    case "foot-strip":
      return prepareStrip(block, context, prepareBlocks);
    default:
      return createEmptyBlock({ height: 0, place: block.type });
  }
}

function createEmptyBlock(part: { height: number; place?: Fragment["place"] }): PreparedBlock {
  const fragment = createFragment({ ...part, draw() {} });
  return { minWidth: 0, maxWidth: 0, layout: () => [fragment] };
}
