import { crc32 } from "node:zlib";
import { prepareHighlight } from "./highlight/highlight.ts";
import type { ThemeName } from "../../domain/code-image/theme-names.ts";
import { convertEditorTheme, loadTheme, type CodeTheme } from "./highlight/themes.ts";
import { applyBackground } from "./raster/backdrop-colors.ts";
import { encodeScene } from "./raster/encode.ts";
import { countFittingRows, measure } from "../../domain/code-image/geometry.ts";
import type { CodeImageOptions, RenderResult } from "./renderer.ts";
import { countColumns, layoutLines, layoutRow, type PlacedCluster } from "./text/layout.ts";
import { createRows, type Rows } from "./text/rows.ts";
import { drawSvg } from "./vector/svg.ts";
import { maskDiffMarkers, restoreDiffMarkers, tintLines } from "./tints.ts";
import { mix } from "./raster/color.ts";

/** Fraction of the text's color in that of the title, which is fainter because it is secondary. */
const TITLE_SHARE = 0.7;

/**
 * Renders code to an image. `onPrepared` is called once grammar, theme and fonts are loaded,
 * because the time that remains depends on the text alone.
 */
export async function drawCode(
  options: CodeImageOptions,
  onPrepared?: () => void,
): Promise<RenderResult> {
  const { background = "theme", language, editorTheme } = options;
  const colors = editorTheme
    ? convertEditorTheme(editorTheme)
    : await loadTheme(options.theme as ThemeName);
  const theme = applyBackground(colors, background);
  const rows = await layoutCode(options, theme, onPrepared);
  const title = layoutTitle(options.title ?? "", theme);
  const geometry = measure(rows.extent, {
    ...options,
    padding: background === "none" ? 0 : options.padding,
    titleColumns: countColumns({ placed: title }),
  });
  const { width, height, scale } = geometry;
  const fit = countFittingRows(rows.extent, geometry);
  if (fit !== undefined) return { kind: "too-large", linesThatFit: fit, scale };
  const scene = { rows, geometry, theme, title: fitTitle(title, geometry.title?.columns) };
  const sizes = { width, height, scale, language };
  if (options.format === "svg") {
    const image = Buffer.from(drawSvg(scene, createIdPrefix(options)));
    return { kind: "drawn", type: "image/svg+xml", image, ...sizes };
  }
  return { kind: "drawn", type: "image/png", image: await encodeScene(scene), ...sizes };
}

/**
 * Returns the prefix of the ids in an SVG: a letter and a checksum, so that images in one document
 * differ.
 */
function createIdPrefix(options: CodeImageOptions): string {
  return `c${crc32(JSON.stringify(options)).toString(36)}-`;
}

/**
 * Highlights the code and lays it out. Masks the markers of a diff first, because they are not part
 * of the language.
 */
async function layoutCode(
  options: CodeImageOptions,
  theme: CodeTheme,
  onPrepared?: () => void,
): Promise<Rows> {
  const { language, diff = false, firstLine = 1 } = options;
  const lines = options.code.replace(/\n$/, "").split("\n");
  const hasMarkers = diff && language !== "diff";
  const code = (hasMarkers ? maskDiffMarkers(lines) : lines).join("\n");
  const highlight = await prepareHighlight(code, language, theme);
  onPrepared?.();
  const highlighted = hasMarkers ? restoreDiffMarkers(highlight(), lines, theme) : highlight();
  const tints = tintLines(lines, options, theme);
  const rows = layoutLines(highlighted, { firstLine, tints, markColor: theme.lineNumber });
  return createRows(lines, rows);
}

function layoutTitle(title: string, { window, text }: CodeTheme): PlacedCluster[] {
  const color = mix(window, text, TITLE_SHARE);
  return layoutRow(title, { color, bold: false, italic: false, underline: false, strike: false });
}

/** Truncates the title to `columns`, with an ellipsis at its end. */
function fitTitle(title: readonly PlacedCluster[], columns = 0): readonly PlacedCluster[] {
  if (countColumns({ placed: title }) <= columns) return title;
  const kept = title.filter(({ column, shaped }) => column + shaped.cells < columns);
  const [first] = title;
  if (!first) return title;
  const [ellipsis] = layoutRow("…", first.style);
  const column = countColumns({ placed: kept });
  return ellipsis ? [...kept, { ...ellipsis, column }] : kept;
}
