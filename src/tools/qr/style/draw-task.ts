import { ImageError } from "../../../lib/graphics/image-error.ts";
import { SvgError } from "../../../lib/graphics/svg/svg.ts";
import type { DrawnCode, DrawRequest } from "./draw-styled.ts";
import { renderStyledPng } from "./styled-png.ts";
import { renderStyledSvg } from "./styled-svg.ts";

/** Maximum pixels per module of the PNG to scan. More make reading slower, not better. */
const MAX_SCAN_SCALE = 8;

/** Draws a styled code, and a PNG of it to scan. Runs in a worker. */
export default function runDrawTask({ code, scale }: DrawRequest): DrawnCode {
  const { symbol, margin } = code;
  const scanScale = Math.min(scale ?? MAX_SCAN_SCALE, MAX_SCAN_SCALE);
  // Adds the quiet zone that readers need, because another warning reports its absence.
  const scanMargin = Math.max(margin, 4);
  const scanWidth = (symbol.modules + 2 * scanMargin) * scanScale;
  try {
    const scanImage = renderStyledPng(
      { ...code, margin: scanMargin },
      { scale: scanScale, width: scanWidth },
    );
    const image =
      scale === undefined
        ? renderStyledSvg(code)
        : renderStyledPng(code, { scale, width: code.width });
    return { kind: "drawn", scanImage, image };
  } catch (error) {
    if (error instanceof ImageError || error instanceof SvgError)
      return { kind: "invalid", message: error.message };
    throw error;
  }
}
