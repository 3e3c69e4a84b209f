import { type Bitmap, createBitmap, fillRun } from "../../../domain/symbol/bitmap.ts";
import { toPoints } from "../../../pdf/document.ts";
import { placeChunks } from "../../../pdf/layout/draw-line.ts";
import type { PlacedCode, PlacedText } from "../layout/label-layout.ts";
import { drawChunk } from "../raster/draw-text.ts";
import type { Size } from "../../../domain/label-sheet/sheet.ts";
import { listRects, shapeCodeText } from "./code-drawing.ts";
import type { LabelWriter } from "./writer.ts";
import { formatGraphic } from "./zpl-graphic.ts";

interface ZplOptions {
  /** Of the label in mm. */
  size: Size;
  dotsPerMm: number;
  copies: number;
}

/**
 * Creates a writer of ZPL, a format for each row. Everything is one graphic, so that every printer
 * prints the same, and no text of a caller is a command.
 */
export function createZplWriter({ size, dotsPerMm, copies }: ZplOptions): LabelWriter<Uint8Array> {
  const width = Math.round(size.width * dotsPerMm);
  const height = Math.round(size.height * dotsPerMm);
  // One for all labels, because freeing each costs more than drawing it.
  const bitmap = createBitmap(width, height);
  const formats: string[] = [];
  return {
    add({ layout: { code, text } }) {
      bitmap.scanlines.fill(0);
      if (code) drawCode(bitmap, code, dotsPerMm);
      if (text) drawText(bitmap, text, dotsPerMm);
      formats.push(`^XA^PW${width}^LL${height}^LH0,0${formatGraphic(bitmap)}^PQ${copies}^XZ\n`);
    },
    finish: () => Buffer.from(formats.join("")),
  };
}

/** Draws a code, whose modules are whole dots. */
function drawCode(bitmap: Bitmap, { box, fitted }: PlacedCode, dotsPerMm: number): void {
  const { drawing } = fitted;
  const dots = Math.round(fitted.moduleMm * dotsPerMm);
  const [left, top] = [Math.round(box.x * dotsPerMm), Math.round(box.y * dotsPerMm)];
  const rects = listRects(drawing);
  for (let at = 0; at < rects.length; at += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = rects.slice(at, at + 4);
    const end = top + Math.round((y + height) * dots);
    for (let line = top + Math.round(y * dots); line < Math.min(end, bitmap.height); line++)
      fillRun(bitmap, left + x * dots, line, width * dots);
  }
  for (const line of drawing.lines) {
    const dotsPerPoint = dotsPerMm / toPoints(1);
    let pen = left + line.x * dots;
    for (const chunk of shapeCodeText(line, (line.size * dots) / dotsPerPoint, 0)) {
      drawChunk(bitmap, chunk, { x: pen, baseline: top + line.baseline * dots, dotsPerPoint });
      pen += chunk.width * dotsPerPoint;
    }
  }
}

function drawText(bitmap: Bitmap, { box, fitted, align }: PlacedText, dotsPerMm: number): void {
  const dotsPerPoint = dotsPerMm / toPoints(1);
  const width = toPoints(box.width);
  let top = toPoints(box.y);
  for (const { line, rightToLeft } of fitted.lines) {
    const left = toPoints(box.x);
    const baseline = (top + line.baseline) * dotsPerPoint;
    for (const { chunk, x } of placeChunks(line, { width, align, rightToLeft }, left))
      drawChunk(bitmap, chunk, { x: x * dotsPerPoint, baseline, dotsPerPoint });
    top += line.height;
  }
}
