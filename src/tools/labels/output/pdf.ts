import type { ParsedColor } from "../../../domain/symbol/colors.ts";
import { toPoints } from "../../../pdf/document.ts";
import type { Canvas } from "../../../pdf/page/canvas.ts";
import { PlacedDocument } from "../../../pdf/placed-document.ts";
import type { PlacedCode, PlacedText } from "../layout/label-layout.ts";
import { countPositions, getSlot, type Sheet } from "../../../domain/label-sheet/sheet.ts";
import { listRects, shapeCodeText } from "./code-drawing.ts";
import type { LabelWriter } from "./writer.ts";

interface PdfOptions {
  sheet: Sheet;
  /** From 1. */
  startAt: number;
  copies: number;
  outline: boolean;
  color: ParsedColor;
}

const OUTLINE = { color: 0x80_80_80, widthMm: 0.1 };

/** Creates a writer of sheets, a page each. */
export function createPdfWriter(options: PdfOptions): LabelWriter<Uint8Array> {
  const { sheet, copies, outline } = options;
  const document = new PlacedDocument(
    { title: "Labels", language: "en", printScaling: "None" },
    { width: toPoints(sheet.page.width), height: toPoints(sheet.page.height) },
  );
  let next = options.startAt - 1;
  const openPage = (page: number) => {
    if (page < document.pages) return;
    document.beginPage();
    if (outline) document.drawDecoration([createOutline(sheet)]);
  };
  return {
    add({ layout: { code, text } }) {
      const draw = code && createCodeDrawer(code, options.color);
      for (let copy = 0; copy < copies; copy++, next++) {
        const slot = getSlot(sheet, next);
        openPage(slot.page);
        if (code ?? text) document.beginSection();
        if (code && draw) drawCode(document, { code, draw }, slot);
        if (text) drawText(document, text, slot);
      }
    },
    finish: () => document.finish(),
  };
}

/** The corner of a label in mm. */
interface Corner {
  x: number;
  y: number;
}

function createOutline(sheet: Sheet) {
  const path = Array.from({ length: countPositions(sheet) }, (_, index) => {
    const { x, y, width, height } = getSlot(sheet, index);
    return ["R", toPoints(x), toPoints(y), toPoints(width), toPoints(height)] as const;
  });
  return { path, stroke: OUTLINE.color, strokeWidth: toPoints(OUTLINE.widthMm) };
}

/** Draws a code whose top left corner is at `x` and `y`, in points. */
type DrawCode = (canvas: Canvas, x: number, y: number) => void;

/** Prepares the drawing of a code, which all copies share. */
function createCodeDrawer({ fitted }: PlacedCode, { hex, alpha }: ParsedColor): DrawCode {
  const { drawing } = fitted;
  const cell = toPoints(fitted.moduleMm);
  const color = Number.parseInt(hex.slice(1), 16);
  const rects = listRects(drawing);
  const texts = drawing.lines.map((line) => ({
    x: line.x,
    baseline: line.baseline,
    chunks: shapeCodeText(line, line.size * cell, color),
  }));
  return (canvas, x, y) => {
    canvas.fillGrid(rects, { x, y, cell }, { color, opacity: alpha / 255 });
    for (const text of texts) {
      let pen = x + text.x * cell;
      for (const chunk of text.chunks) {
        canvas.showChunk(chunk, pen, y + text.baseline * cell);
        pen += chunk.width;
      }
    }
  };
}

function drawCode(
  document: PlacedDocument,
  { code, draw }: { code: PlacedCode; draw: DrawCode },
  corner: Corner,
): void {
  const { box, alt } = code;
  const [x, y] = [toPoints(corner.x + box.x), toPoints(corner.y + box.y)];
  const placed = { x, y, width: toPoints(box.width), height: toPoints(box.height) };
  document.drawFigure({ box: placed, alt, draw: (canvas) => draw(canvas, x, y) });
}

function drawText(
  document: PlacedDocument,
  { box, fitted, align }: PlacedText,
  corner: Corner,
): void {
  const [x, width] = [toPoints(corner.x + box.x), toPoints(box.width)];
  let y = toPoints(corner.y + box.y);
  for (const { line, rightToLeft } of fitted.lines) {
    document.drawLine({ line, x, y, width, align, rightToLeft });
    y += line.height;
  }
}
