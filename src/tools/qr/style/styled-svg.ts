import { formatSvgSize } from "../../../domain/qr/svg.ts";
import type { ParsedColor } from "../../../domain/symbol/colors.ts";
import { formatMatrixPath, paint, formatSvgDocument } from "../../../domain/symbol/svg.ts";
import { type Logo, toLogoDataUrl } from "../../../lib/graphics/logo.ts";
import { roundTo3 } from "../../../lib/graphics/round.ts";
import { getViewBox, parseSvg, serializeSvg } from "../../../lib/graphics/svg/svg.ts";
import {
  formatStampPath,
  isFinder,
  listEyeStamps,
  listModuleStamps,
  type Stamp,
} from "./module-paths.ts";
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

function renderModules(code: StyledCode): string {
  const { symbol, margin, shape, eyes, placed } = code;
  const { modules } = symbol;
  const shaped = { modules, margin, dark: clearPlate(symbol, placed?.plate) };
  const gradient = renderGradient(code);
  const eyeStamps = listEyeStamps(shaped, eyes);
  const fill = (stamps: readonly Stamp[]) =>
    `<path ${paintModules("fill", code)} fill-rule="evenodd" shape-rendering="auto" d="${stamps.map(formatStampPath).join("")}"/>`;
  if (shape !== "square")
    return gradient + fill([...listModuleStamps(shaped, shape), ...eyeStamps]);
  const isSquare = eyes === "square";
  const dark = isSquare
    ? shaped.dark
    : shaped.dark.map((bit, at) =>
        isFinder(modules, at % modules, Math.floor(at / modules)) ? 0 : bit,
      );
  const path = formatMatrixPath({ columns: modules, rows: modules, dark }, margin, margin);
  const squares = `<path ${paintModules("stroke", code)} d="${path}"/>`;
  return gradient + squares + (isSquare ? "" : fill(eyeStamps));
}

/** Renders the gradient's definition, empty for a single color. */
function renderGradient(code: StyledCode): string {
  const { symbol, margin, dark, gradient } = code;
  if (!gradient) return "";
  const end = margin + symbol.modules;
  return (
    `<linearGradient id="${formatGradientId(code)}" gradientUnits="userSpaceOnUse" ` +
    `x1="${margin}" y1="${margin}" x2="${end}" y2="${end}">` +
    `${renderStop(0, dark)}${renderStop(1, gradient)}</linearGradient>`
  );
}

function renderStop(offset: number, { hex, alpha }: ParsedColor): string {
  const opacity = alpha === 255 ? "" : ` stop-opacity="${roundTo3(alpha / 255)}"`;
  return `<stop offset="${offset}" stop-color="${hex}"${opacity}/>`;
}

/** Formats an id that only equal gradients share, because a page may contain several codes. */
function formatGradientId({ symbol, margin, dark, gradient }: StyledCode): string {
  const colors = [dark, gradient].map((color) => `${color?.hex.slice(1)}-${color?.alpha}`);
  return ["qr", symbol.modules, margin, ...colors].join("-");
}

function paintModules(attribute: "fill" | "stroke", code: StyledCode): string {
  if (code.gradient) return `${attribute}="url(#${formatGradientId(code)})"`;
  return paint(attribute, code.dark);
}

/**
 * Renders the logo. A vector logo is written as elements, so that it stays sharp and needs no
 * reference.
 */
function renderLogo(logo: Logo, box: LogoBox): string {
  const position = Object.entries(box).map(
    ([name, value]) => [name, String(roundTo3(value))] as const,
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
