import { formatSvgSize } from "../../../domain/qr/svg.ts";
import { formatMatrixPath, paint, formatSvgDocument } from "../../../domain/symbol/svg.ts";
import { type Logo, toLogoDataUrl } from "../../../lib/graphics/logo.ts";
import { getViewBox, parseSvg, serializeSvg } from "../../../lib/graphics/svg/svg.ts";
import { listStamps, formatStampPath } from "./module-paths.ts";
import { clearPlate } from "./plate.ts";
import { type LogoBox, computeLogoBox, type StyledCode } from "./styled-code.ts";

/** Returns the code as an SVG document. */
export function renderStyledSvg(code: StyledCode): string {
  const { symbol, margin, dark, light, placed } = code;
  const side = symbol.modules + 2 * margin;
  const logo = placed ? renderLogo(placed.logo, computeLogoBox(placed, margin)) : "";
  return formatSvgDocument({
    size: formatSvgSize(code),
    viewBox: [side, side],
    label: "QR code",
    palette: { dark, light },
    content: renderModules(code) + logo,
  });
}

function renderModules({ symbol, margin, dark, shape, placed }: StyledCode): string {
  const { modules } = symbol;
  const cleared = clearPlate(symbol, placed?.plate);
  if (shape === "square") {
    const path = formatMatrixPath(
      { columns: modules, rows: modules, dark: cleared },
      margin,
      margin,
    );
    return `<path ${paint("stroke", dark)} d="${path}"/>`;
  }
  const path = listStamps({ modules, dark: cleared, margin }, shape).map(formatStampPath).join("");
  return `<path ${paint("fill", dark)} fill-rule="evenodd" shape-rendering="auto" d="${path}"/>`;
}

/**
 * Renders the logo. A vector logo is written as elements, so that it stays sharp and needs no
 * reference.
 */
function renderLogo(logo: Logo, box: LogoBox): string {
  const position = Object.entries(box).map(
    ([name, value]) => [name, String(round(value))] as const,
  );
  if (logo.kind === "svg") {
    const root = parseSvg(logo.text);
    const attributes = new Map([
      ...root.attributes,
      ...position,
      ["viewBox", getViewBox(root).join(" ")],
      ["shape-rendering", "auto"],
    ]);
    return serializeSvg({ ...root, attributes });
  }
  const attributes = position.map(([name, value]) => `${name}="${value}"`).join(" ");
  return `<image ${attributes} shape-rendering="auto" href="${toLogoDataUrl(logo)}"/>`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
