import { countPositions, type Sheet } from "../../../../domain/label-sheet/sheet.ts";
import { roundTo3 } from "../../../../lib/graphics/round.ts";

/** Names of papers by their size in mm. */
const PAPERS: Readonly<Record<string, string>> = {
  "210x297": "A4",
  "215.9x279.4": "US letter",
  "148x210": "A5",
  "105x148": "A6",
};

/** Returns the measures of a sheet in words. */
export function describeSheet(sheet: Sheet): string {
  const { width, height, page, columns, rows } = sheet;
  const size = `${roundTo3(width)} × ${roundTo3(height)} mm`;
  if (countPositions(sheet) === 1) return `${size}, one label a page`;
  const paper = PAPERS[`${page.width}x${page.height}`] ?? `${page.width} × ${page.height} mm`;
  return `${size}, ${columns} × ${rows} on ${paper}`;
}
