import { ValidationError } from "../../lib/errors.ts";
import { roundTo3 } from "../../lib/graphics/round.ts";
import { findClosest } from "../../lib/text/suggest.ts";
import { PRESET_SHEETS } from "./presets.ts";
import type { Sheet, Size } from "./sheet.ts";

/** A sheet that no preset describes, in mm. Without a size, labels divide the room evenly. */
export interface OwnSheet {
  page: "A4" | "letter" | "A5" | "A6" | Size;
  columns: number;
  rows: number;
  width?: number;
  height?: number;
  left: number;
  top: number;
  gapX: number;
  gapY: number;
}

/** Sizes of paper by name. */
const PAGES: Readonly<Record<string, Size>> = {
  A4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  A5: { width: 148, height: 210 },
  A6: { width: 105, height: 148 },
};

const MIN_LABEL_MM = 5;
/** A sheet may exceed its page by this much, because printed measures are rounded. */
const TOLERANCE_MM = 0.1;

const presets = new Map(
  PRESET_SHEETS.flatMap((sheet) => [sheet.id, ...sheet.aliases].map((name) => [name, sheet])),
);

/** Returns a preset by its id or an alias, or a caller's sheet. Throws ValidationError. */
export function resolveSheet(sheet: string | OwnSheet): Sheet {
  return typeof sheet === "string" ? findPreset(sheet) : completeSheet(sheet);
}

function findPreset(text: string): Sheet {
  const name = text.toLowerCase();
  const preset = presets.get(name);
  if (preset) {
    const { name: _name, aliases: _aliases, source: _source, ...sheet } = preset;
    return sheet;
  }
  const names = [...presets.keys()];
  // A number alone names a sheet, too: "L7160".
  const closest =
    names.find((candidate) => candidate.endsWith(`-${name}`)) ?? findClosest(name, names);
  const hint = closest === undefined ? "" : `; did you mean ${JSON.stringify(closest)}?`;
  throw ValidationError.at(["sheet"], `must be a preset or an object${hint}`);
}

/** One direction of a sheet, in mm. */
interface Axis {
  noun: "columns" | "rows";
  count: number;
  page: number;
  start: number;
  gap: number;
  size: number | undefined;
}

function completeSheet(request: OwnSheet): Sheet {
  const page = typeof request.page === "string" ? (PAGES[request.page] as Size) : request.page;
  const { columns, rows, left, top, gapX, gapY } = request;
  const across = { count: columns, page: page.width, start: left, gap: gapX, size: request.width };
  const down = { count: rows, page: page.height, start: top, gap: gapY, size: request.height };
  const width = fitLabel({ noun: "columns", ...across });
  const height = fitLabel({ noun: "rows", ...down });
  return {
    page,
    columns,
    rows,
    width,
    height,
    left,
    top,
    pitchX: width + gapX,
    pitchY: height + gapY,
  };
}

/** Returns the length of a label. Throws a ValidationError for labels that the page cannot hold. */
function fitLabel({ noun, count, page, start, gap, size }: Axis): number {
  const gaps = (count - 1) * gap;
  const labels = count === 1 ? noun.slice(0, -1) : noun;
  if (size === undefined) {
    const length = (page - 2 * start - gaps) / count;
    if (length >= MIN_LABEL_MM) return length;
    const message = `${labels} leave ${roundTo3(Math.max(0, length))} mm for a label`;
    throw ValidationError.at(
      ["sheet"],
      `: ${count} ${message}; at least ${MIN_LABEL_MM} mm is needed`,
    );
  }
  const needed = roundTo3(start + count * size + gaps);
  if (needed <= page + TOLERANCE_MM) return size;
  const verb = count === 1 ? "needs" : "need";
  const side = noun === "columns" ? "wide" : "high";
  throw ValidationError.at(
    ["sheet"],
    `: ${count} ${labels} ${verb} ${needed} mm; the page is ${page} mm ${side}`,
  );
}
