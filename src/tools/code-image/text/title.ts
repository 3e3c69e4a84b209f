import type { CodeTheme } from "../highlight/themes.ts";
import { mix } from "../raster/color.ts";
import { countColumns, layoutRow, type PlacedCluster } from "./layout.ts";

/** Fraction of the text's color in that of the title, which is fainter because it is secondary. */
const TITLE_SHARE = 0.7;

/** Lays out the title of a window in one row. */
export function layoutTitle(title: string, { window, text }: CodeTheme): PlacedCluster[] {
  const color = mix(window, text, TITLE_SHARE);
  return layoutRow(title, { color, bold: false, italic: false, underline: false, strike: false });
}

/** Truncates the title to `columns`, with an ellipsis at its end. */
export function fitTitle(title: readonly PlacedCluster[], columns = 0): readonly PlacedCluster[] {
  if (countColumns({ placed: title }) <= columns) return title;
  const kept = title.filter(({ column, shaped }) => column + shaped.cells < columns);
  const [first] = title;
  if (!first) return title;
  const [ellipsis] = layoutRow("…", first.style);
  const column = countColumns({ placed: kept });
  return ellipsis ? [...kept, { ...ellipsis, column }] : kept;
}
