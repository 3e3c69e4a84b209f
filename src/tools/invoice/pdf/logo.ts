import type { Block } from "../../../pdf/document.ts";
import { convertSvgToShapes } from "../../../pdf/logo/shapes.ts";
import { getViewBox } from "../../../pdf/logo/svg.ts";
import type { Invoice } from "../types.ts";
import { INK } from "./theme.ts";

/** Largest size of a logo on the page, in points. */
const MAX_WIDTH = 150;
const MAX_HEIGHT = 48;

/** Creates the seller's logo at the right of the page, or its name without a logo. */
export function createLogoBlock({ logo, request }: Invoice): Block {
  const alt = request.from.name.trim();
  if (!logo) {
    return {
      type: "paragraph",
      text: alt,
      align: "right",
      style: { size: 13, weight: 600, color: INK },
    };
  }
  if (logo.kind !== "svg") {
    const size = { maxWidth: MAX_WIDTH, maxHeight: MAX_HEIGHT };
    return { type: "image", data: logo.bytes, alt, align: "right", ...size };
  }
  const [x, y, width, height] = getViewBox(logo.root);
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
  return {
    type: "figure",
    width: width * scale,
    height: height * scale,
    viewBox: { x, y, width, height },
    shapes: convertSvgToShapes(logo.root),
    alt,
    align: "right",
  };
}
