import type { Colour } from "./colours.ts";
import type { QrSymbol } from "./symbol.ts";

/** A symbol and how it is to look. */
export interface QrDrawing {
  symbol: QrSymbol;
  dark: Colour;
  light: Colour;
  /** Quiet zone in modules. */
  margin: number;
  /** Width and height in pixels. */
  width: number;
}

/** The code as an SVG document: a ground (none when it is transparent) and one path of all dark modules. */
export function toSvg({ symbol, margin, width, dark, light }: QrDrawing): string {
  const side = symbol.modules + 2 * margin;
  const ground =
    light.alpha === 0 ? "" : `<rect width="${side}" height="${side}" ${paint("fill", light)}/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" ` +
    `viewBox="0 0 ${side} ${side}" role="img" aria-label="QR code" shape-rendering="crispEdges">` +
    `${ground}<path ${paint("stroke", dark)} d="${runs(symbol, margin)}"/></svg>`
  );
}

/** Opacity has an attribute of its own: many renderers do not read `#rrggbbaa`. */
function paint(what: "fill" | "stroke", { hex, alpha }: Colour): string {
  const opacity = Math.round((alpha / 255) * 1000) / 1000;
  return `${what}="${hex}"${alpha === 255 ? "" : ` ${what}-opacity="${opacity}"`}`;
}

/** A line one module thick along every run of dark modules in a row: half as long as the runs' outlines. */
function runs({ modules, dark }: QrSymbol, margin: number): string {
  let path = "";
  for (let y = 0; y < modules; y++) {
    let pen: number | undefined;
    for (let x = 0; x < modules; x++) {
      const start = x;
      while (x < modules && dark[y * modules + x]) x++;
      if (x === start) continue;
      path += pen === undefined ? `M${start + margin} ${y + margin + 0.5}` : `m${start - pen} 0`;
      path += `h${x - start}`;
      pen = x;
    }
  }
  return path;
}
