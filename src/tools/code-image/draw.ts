import { crc32 } from "node:zlib";
import { prepareHighlight } from "./highlight/highlight.ts";
import { loadTheme, type CodeTheme, type ThemeName } from "./highlight/themes.ts";
import { applyBackground } from "./raster/backdrop-colors.ts";
import { encodeScene } from "./raster/encode.ts";
import { countFittingRows, measure } from "./raster/geometry.ts";
import type { CodeImageOptions, RenderResult } from "./renderer.ts";
import { countColumns, layoutLines } from "./text/layout.ts";
import { createRows, type Rows } from "./text/rows.ts";
import { fitTitle, layoutTitle } from "./text/title.ts";
import { drawSvg } from "./vector/svg.ts";
import { hideSigns, restoreSigns, tintLines } from "./tints.ts";

/**
 * Renders code to an image. `onPrepared` is called once grammar, theme and fonts are loaded, because the time that
 * remains depends on the text alone.
 */
export async function drawCode(
  picture: CodeImageOptions,
  onPrepared?: () => void,
): Promise<RenderResult> {
  const { background = "theme", language } = picture;
  const theme = applyBackground(await loadTheme(picture.theme as ThemeName), background);
  const rows = await layoutCode(picture, theme, onPrepared);
  const title = layoutTitle(picture.title ?? "", theme);
  const geometry = measure(rows.extent, {
    ...picture,
    padding: background === "none" ? 0 : picture.padding,
    titleColumns: countColumns({ placed: title }),
  });
  const { width, height, scale } = geometry;
  const fit = countFittingRows(rows.extent, geometry);
  if (fit !== undefined) return { kind: "too-large", linesThatFit: fit, scale };
  const scene = { rows, geometry, theme, title: fitTitle(title, geometry.title?.columns) };
  const sizes = { width, height, scale, language };
  if (picture.format === "svg") {
    const image = Buffer.from(drawSvg(scene, createIdPrefix(picture)));
    return { kind: "drawn", type: "image/svg+xml", image, ...sizes };
  }
  return { kind: "drawn", type: "image/png", image: await encodeScene(scene), ...sizes };
}

/** Returns what begins the ids of an SVG: a letter and a checksum, so that images in one document differ. */
function createIdPrefix(picture: CodeImageOptions): string {
  return `c${crc32(JSON.stringify(picture)).toString(36)}-`;
}

/**
 * Highlights the code and lays it out. Removes the signs of a diff first, because they are not part of the language.
 */
async function layoutCode(
  picture: CodeImageOptions,
  theme: CodeTheme,
  onPrepared?: () => void,
): Promise<Rows> {
  const { language, diff = false, firstLine = 1 } = picture;
  const lines = picture.code.replace(/\n$/, "").split("\n");
  const isSigned = diff && language !== "diff";
  const code = (isSigned ? hideSigns(lines) : lines).join("\n");
  const highlight = await prepareHighlight(code, language, theme);
  onPrepared?.();
  const highlighted = isSigned ? restoreSigns(highlight(), lines, theme) : highlight();
  const tints = tintLines(lines, picture, theme);
  const options = { firstLine, tints, markColor: theme.lineNumber };
  return createRows(lines, layoutLines(highlighted, options));
}
