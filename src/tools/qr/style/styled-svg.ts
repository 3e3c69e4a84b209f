import { svgSize } from "../../../lib/qr/svg.ts";
import { matrixPath, paint, svgDocument } from "../../../lib/symbol/svg.ts";
import { type Logo, logoDataUrl } from "../../../pdf/logo/logo.ts";
import { svgText, svgViewBox } from "../../../pdf/logo/svg.ts";
import { listStamps, stampPath } from "./module-paths.ts";
import { clearPlate } from "./plate.ts";
import { type Box, logoBox, type StyledCode } from "./styled-code.ts";

/** Returns the code as an SVG document. */
export function styledSvg(code: StyledCode): string {
  const { symbol, margin, dark, light, placed } = code;
  const side = symbol.modules + 2 * margin;
  const logo = placed ? logoMarkup(placed.logo, logoBox(placed, margin)) : "";
  return svgDocument({
    size: svgSize(code),
    viewBox: [side, side],
    label: "QR code",
    palette: { dark, light },
    content: moduleMarkup(code) + logo,
  });
}

function moduleMarkup({ symbol, margin, dark, shape, placed }: StyledCode): string {
  const { modules } = symbol;
  const free = clearPlate(symbol, placed?.plate);
  if (shape === "square") {
    const path = matrixPath({ columns: modules, rows: modules, dark: free }, margin, margin);
    return `<path ${paint("stroke", dark)} d="${path}"/>`;
  }
  const path = listStamps({ modules, dark: free, margin }, shape).map(stampPath).join("");
  return `<path ${paint("fill", dark)} fill-rule="evenodd" shape-rendering="auto" d="${path}"/>`;
}

/** A vector logo is written as elements of its own, so that it stays sharp and needs no reference. */
function logoMarkup(logo: Logo, box: Box): string {
  const place = Object.entries(box).map(([name, value]) => [name, String(round(value))] as const);
  if (logo.kind === "svg") {
    const attributes = new Map([
      ...logo.root.attributes,
      ...place,
      ["viewBox", svgViewBox(logo.root).join(" ")],
      ["shape-rendering", "auto"],
    ]);
    return svgText({ ...logo.root, attributes });
  }
  const attributes = place.map(([name, value]) => `${name}="${value}"`).join(" ");
  return `<image ${attributes} shape-rendering="auto" href="${logoDataUrl(logo)}"/>`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
