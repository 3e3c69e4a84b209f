import type { Block } from "../../../pdf/document.ts";
import type { Invoice } from "../invoice-model.ts";

/** Maximum size of a logo on the page, in points. */
const MAX_WIDTH = 150;
const MAX_HEIGHT = 42;

/** Space of the background around a logo, in points. */
const PADDING = { top: 6, right: 9, bottom: 6, left: 9 };
/** Keeps the left edge of a logo without a background at the edge of the text. */
const BARE_PADDING = { top: 6, right: 0, bottom: 6, left: 0 };

/**
 * Creates the seller's logo, on white by default, because most logos are made for it. Returns
 * undefined for a seller without a logo.
 */
export function createLogo({
  logo,
  request,
}: Invoice): { block: Block; width: number; height: number } | undefined {
  if (!logo) return undefined;
  const alt = request.from.name.trim();
  const isBare = request.logoBackground === "none";
  const padding = isBare ? BARE_PADDING : PADDING;
  const scale = Math.min(MAX_WIDTH / logo.width, MAX_HEIGHT / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  const drawing: Block =
    logo.kind === "svg"
      ? { type: "svg", text: logo.text, alt, ...size }
      : { type: "image", data: logo.bytes, alt, maxWidth: size.width, maxHeight: size.height };
  const block: Block = {
    type: "group",
    keepTogether: true,
    ...(!isBare && { background: 0xff_ff_ff, radius: 4 }),
    padding,
    blocks: [drawing],
  };
  return {
    block,
    width: size.width + padding.left + padding.right,
    height: size.height + padding.top + padding.bottom,
  };
}
