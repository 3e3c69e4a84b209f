import { getViewBox, parseSvg } from "../../lib/graphics/svg/svg.ts";
import { traceSvg } from "../../lib/graphics/svg/trace.ts";
import type { Alignment, Figure, ImageBlock, Rule, SvgBlock } from "../blocks.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import { formatFigureAttributes } from "../page/structure.ts";
import type { LayoutContext, PreparedBlock } from "./context.ts";
import { createFragment, type PageView } from "./fragment.ts";

/** A drawing or an image. Sizes in points. */
interface Picture {
  width: number;
  height: number;
  alt: string | undefined;
  align: Alignment | undefined;
  id: string | undefined;
  draw(page: PageView, box: Box): void;
}

export function prepareFigure(figure: Figure, context: LayoutContext): PreparedBlock {
  const { width, height, shapes, alt, align, id } = figure;
  const view = figure.viewBox ?? { x: 0, y: 0, width, height };
  const draw: Picture["draw"] = ({ canvas }, box) => {
    const scale = Math.min(box.width / view.width, box.height / view.height);
    const x = box.x + (box.width - view.width * scale) / 2 - view.x * scale;
    const y = box.y + (box.height - view.height * scale) / 2 - view.y * scale;
    canvas.drawShapes(shapes, { x, y, scale });
  };
  return preparePicture({ width, height, alt, align, id, draw }, context);
}

/** Prepares an SVG. Throws SvgError. */
export function prepareSvg(block: SvgBlock, context: LayoutContext): PreparedBlock {
  const { text, ...picture } = block;
  const root = parseSvg(text);
  const [x, y, width, height] = getViewBox(root);
  const drawing = { viewBox: { x, y, width, height }, shapes: traceSvg(root) };
  return prepareFigure({ ...picture, type: "figure", ...drawing }, context);
}

/** Points per pixel at 96 pixels per inch. */
const POINTS_PER_PIXEL = 0.75;

/** Prepares an image. Throws ImageError. */
export function prepareImage(block: ImageBlock, context: LayoutContext): PreparedBlock {
  const image = context.documentState.images.read(block.data);
  const natural = {
    width: image.width * POINTS_PER_PIXEL,
    height: image.height * POINTS_PER_PIXEL,
  };
  const { alt, align, id } = block;
  const scale = Math.min(
    block.maxWidth === undefined && block.maxHeight === undefined ? 1 : Infinity,
    (block.maxWidth ?? Infinity) / natural.width,
    (block.maxHeight ?? Infinity) / natural.height,
  );
  const draw: Picture["draw"] = ({ canvas }, box) => canvas.drawImage(image, box);
  const size = { width: natural.width * scale, height: natural.height * scale };
  return preparePicture({ ...size, alt, align, id, draw }, context);
}

function preparePicture(
  picture: Picture,
  { tree, bodyHeight, mirrored }: LayoutContext,
): PreparedBlock {
  const { alt, id } = picture;
  return {
    minWidth: Math.min(picture.width, 40),
    maxWidth: picture.width,
    layout(available, parent) {
      const scale = Math.min(1, available / picture.width, bodyHeight / picture.height);
      const width = picture.width * scale;
      const height = picture.height * scale;
      const start = { left: 0, start: 0, center: 0.5, right: 1, end: 1 }[picture.align ?? "start"];
      const shift = mirrored ? 1 - start : start;
      const details = { alt, attributes: undefined as string | undefined };
      const element = alt === undefined ? undefined : tree.create("Figure", parent, details);
      const fragment = createFragment({
        height,
        ids: id === undefined ? undefined : [id],
        draw(page, { x, y }) {
          const box = { x: x + (available - width) * shift, y, width, height };
          if (id !== undefined) page.target(id, y);
          const top = page.canvas.height - y;
          const sides = { left: box.x, right: box.x + width, bottom: top - height, top };
          details.attributes = formatFigureAttributes(sides);
          page.canvas.mark(element ?? "Layout");
          picture.draw(page, box);
        },
      });
      return [fragment];
    },
  };
}

/** Prepares a horizontal line. */
export function prepareRule({ stroke }: Rule): PreparedBlock {
  return {
    minWidth: 0,
    maxWidth: 0,
    layout: (width) => [
      createFragment({
        height: stroke.width,
        draw({ canvas }, { x, y }) {
          canvas.mark("Layout");
          canvas.fillBox({ x, y, width, height: stroke.width }, stroke.color);
        },
      }),
    ],
  };
}
