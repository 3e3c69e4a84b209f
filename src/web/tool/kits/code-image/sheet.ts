import { type CanvasName, CANVASES } from "../../../../domain/code-image/canvases.ts";
import {
  type Geometry,
  type ImageOptions,
  measure,
} from "../../../../domain/code-image/geometry.ts";
import { MAX_COLUMNS } from "../../../../domain/code-image/grid.ts";
import type { Values } from "../../../form/values.ts";
import { countLineColumns, splitLines } from "./draft-rows.ts";

/** The picture of a text as the page draws it, in CSS pixels. */
export interface Sheet {
  width: number;
  height: number;
  cell: { width: number; height: number };
  fontSize: number;
  text: { left: number; top: number };
  window: { left: number; top: number; width: number; height: number; radius: number };
  /** Right edge of the line numbers; undefined without them. */
  numbersRight: number | undefined;
  margin: number;
}

/** Measures the picture that these values have with another text. */
export function measureSheet(values: Values, code: string): Sheet {
  const lines = splitLines(code);
  const columns = lines.reduce((max, line) => Math.max(max, countLineColumns(line)), 0);
  const geometry = measure(
    { rows: lines.length, columns: Math.min(columns, MAX_COLUMNS), lines: lines.length },
    readOptions(values),
  );
  // A line that the picture wraps is edited in one row.
  return toCssPixels(geometry, Math.max(0, columns + 1 - MAX_COLUMNS));
}

function toCssPixels(geometry: Geometry, extraColumns: number): Sheet {
  const { scale, width, height, cell, text, window, numbersRight, margin } = geometry;
  const extra = extraColumns * cell.width;
  return {
    width: (width + extra) / scale,
    height: height / scale,
    cell: { width: cell.width / scale, height: cell.height / scale },
    fontSize: cell.em / scale,
    text: { left: text.left / scale, top: text.top / scale },
    window: {
      left: window.left / scale,
      top: window.top / scale,
      width: (window.right - window.left + extra) / scale,
      height: (window.bottom - window.top) / scale,
      radius: window.radius / scale,
    },
    numbersRight: numbersRight === undefined ? undefined : numbersRight / scale,
    margin: margin / scale,
  };
}

/** Reads the values that determine the geometry; those that are not valid are at their defaults. */
function readOptions(values: Values): ImageOptions {
  const { title = "", canvas = "" } = values;
  const readNumber = (name: string, min: number, max: number) => {
    const number = Number(values[name] || NaN);
    return number >= min && number <= max ? number : undefined;
  };
  return {
    fontSize: readNumber("fontSize", 12, 24) ?? 14,
    padding: values["background"] === "none" ? 0 : (readNumber("padding", 16, 64) ?? 32),
    scale: readNumber("scale", 1, 3) ?? 2,
    firstLine: readNumber("firstLine", 0, 999_999) ?? 1,
    showLineNumbers: values["showLineNumbers"] !== "false",
    showWindowChrome: values["showWindowChrome"] !== "false",
    titleColumns: countLineColumns(title),
    ...(canvas in CANVASES && { canvas: canvas as CanvasName }),
  };
}
