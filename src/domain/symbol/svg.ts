import type { ParsedColor, SymbolColors } from "./colors.ts";
import type { SymbolMatrix } from "./matrix.ts";

/** The parts of a symbol's SVG document. */
interface SymbolSvg {
  /** The `width` and `height` attributes, with their unit if they have one. */
  size: readonly [width: string, height: string];
  /** Size of the coordinate system, in modules. */
  viewBox: readonly [width: number, height: number];
  /** Text alternative. It must not repeat the encoded text, which may be secret. */
  label: string;
  palette: SymbolColors;
  /** Elements that draw the symbol. */
  content: string;
}

/** Returns an SVG document: a background (none when it is fully transparent) and the symbol. */
export function formatSvgDocument({ size, viewBox, label, palette, content }: SymbolSvg): string {
  const [width, height] = viewBox;
  const { light } = palette;
  const background =
    light.alpha === 0 ? "" : `<rect width="${width}" height="${height}" ${paint("fill", light)}/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" shape-rendering="crispEdges">` +
    `${background}${content}</svg>`
  );
}

/**
 * Returns a paint attribute. Opacity gets its own attribute because many renderers ignore
 * `#rrggbbaa`.
 */
export function paint(attribute: "fill" | "stroke", { hex, alpha }: ParsedColor): string {
  const opacity = Math.round((alpha / 255) * 1000) / 1000;
  return `${attribute}="${hex}"${alpha === 255 ? "" : ` ${attribute}-opacity="${opacity}"`}`;
}

/**
 * Returns path data with a horizontal line along every run of dark modules, to be stroked one
 * module thick. It is half as long as the outlines of the runs. `left` and `top` are the quiet zone
 * in modules.
 */
export function formatMatrixPath(
  { columns, rows, dark }: SymbolMatrix,
  left: number,
  top: number,
): string {
  let path = "";
  for (let y = 0; y < rows; y++) {
    let pen: number | undefined;
    for (let x = 0; x < columns; x++) {
      const start = x;
      while (x < columns && dark[y * columns + x]) x++;
      if (x === start) continue;
      path += pen === undefined ? `M${start + left} ${y + top + 0.5}` : `m${start - pen} 0`;
      path += `h${x - start}`;
      pen = x;
    }
  }
  return path;
}
