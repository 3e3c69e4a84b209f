import type { FittedCode } from "../code/fit-code.ts";
import { fitCode, type Printer } from "../code/fit-code.ts";
import type { LabelCode } from "../code/encode-code.ts";
import type { LineDesign } from "../rows/templates.ts";
import type { LabelWarning } from "../output-schema.ts";
import type { BoxMm, Size } from "../../../domain/label-sheet/sheet.ts";
import { type FittedText, fitText } from "../text/fit-text.ts";
import type { LabelFrame } from "./frame.ts";

/** A label: its code and its text, in mm from the label's top left corner. */
export interface LabelLayout {
  code: PlacedCode | undefined;
  text: PlacedText | undefined;
  warnings: readonly LabelWarning[];
}

/** A code and its box, which contains the quiet zone. */
export interface PlacedCode {
  box: BoxMm;
  fitted: FittedCode;
  alt: string;
}

/** The text of a label. Its lines begin at the top of the box, and are as wide. */
export interface PlacedText {
  box: BoxMm;
  fitted: FittedText;
  align: LabelFrame["align"];
}

const MM_PER_POINT = 25.4 / 72;
/** Distance between text and modules; the quiet zone is a part of it. */
const GAP_MM = 1;
const SHIFT = { top: 0, middle: 0.5, bottom: 1 };

/** Lays out a label. Throws a ValidationError for a code that it has no room for. */
export function layoutLabel(
  frame: LabelFrame,
  { code, lines }: { code: LabelCode | undefined; lines: readonly LineDesign[] },
): LabelLayout {
  const hasText = lines.some(({ text }) => text.trim() !== "");
  const placed = code && (hasText ? placeBeside(frame, code, lines) : placeAlone(frame, code));
  const text = hasText ? placeText(frame, lines, placed?.textBox ?? frame.room) : undefined;
  const placedCode = placed && code && { ...placed, alt: code.alt };
  return { code: placedCode, text, warnings: listWarnings(code, placed?.fitted, text) };
}

/** A code and the room that is left for the text. */
type CodePlacement = Omit<PlacedCode, "alt"> & { textBox: BoxMm };

function placeAlone({ room, printer }: LabelFrame, code: LabelCode): CodePlacement {
  const fitted = fitCode(code, room, printer);
  const x = room.x + (room.width - fitted.width) / 2;
  const y = room.y + (room.height - fitted.height) / 2;
  return { fitted, box: toBox(fitted, { x, y }, printer), textBox: room };
}

function placeBeside(
  frame: LabelFrame,
  code: LabelCode,
  lines: readonly LineDesign[],
): CodePlacement {
  const { room, printer, layout } = frame;
  if (layout === "left") {
    const fitted = fitCode(code, { width: room.width / 2, height: room.height }, printer);
    const y = room.y + (room.height - fitted.height) / 2;
    const used = fitted.width + Math.max(0, GAP_MM - fitted.quiet.right);
    const textBox = { ...room, x: room.x + used, width: room.width - used };
    return { fitted, box: toBox(fitted, { x: room.x, y }, printer), textBox };
  }
  const fitted = fitAbove(frame, code, measureFreeHeight(frame, lines));
  const x = room.x + (room.width - fitted.width) / 2;
  const used = fitted.height + Math.max(0, GAP_MM - fitted.quiet.bottom);
  const textBox = { ...room, y: room.y + used, height: room.height - used };
  return { fitted, box: toBox(fitted, { x, y: room.y }, printer), textBox };
}

/** Fits a code into a height of which the gap below it takes a part. */
function fitAbove({ room, printer }: LabelFrame, code: LabelCode, height: number): FittedCode {
  const fitted = fitCode(code, { width: room.width, height }, printer);
  const gap = Math.max(0, GAP_MM - fitted.quiet.bottom);
  if (fitted.height + gap <= height) return fitted;
  return fitCode(
    code,
    { width: room.width, height: Math.max(room.height / 2, height - gap) },
    printer,
  );
}

/** Returns the height that the text leaves, at least half of the room. */
function measureFreeHeight(
  { room, maxFontSize }: LabelFrame,
  lines: readonly LineDesign[],
): number {
  const half = { width: room.width, height: room.height / 2 };
  const text = fitText(lines, toPointSize(half), maxFontSize);
  return Math.max(room.height / 2, room.height - (text?.height ?? 0) * MM_PER_POINT);
}

/** Returns the box of a code, on a printer at a whole dot. */
function toBox(
  { width, height }: FittedCode,
  corner: { x: number; y: number },
  printer?: Printer,
): BoxMm {
  const { dotsPerMm } = printer ?? { dotsPerMm: undefined };
  const snap = (value: number) =>
    dotsPerMm === undefined ? value : Math.round(value * dotsPerMm) / dotsPerMm;
  return { x: snap(corner.x), y: snap(corner.y), width, height };
}

function placeText(
  { valign, align, maxFontSize }: LabelFrame,
  lines: readonly LineDesign[],
  room: BoxMm,
): PlacedText | undefined {
  const fitted = fitText(lines, toPointSize(room), maxFontSize);
  if (!fitted) return undefined;
  const height = fitted.height * MM_PER_POINT;
  const y = room.y + Math.max(0, room.height - height) * SHIFT[valign];
  return { fitted, align, box: { x: room.x, y, width: room.width, height } };
}

function toPointSize({ width, height }: Size): Size {
  return { width: Math.max(0, width) / MM_PER_POINT, height: Math.max(0, height) / MM_PER_POINT };
}

function listWarnings(
  code: LabelCode | undefined,
  fitted: FittedCode | undefined,
  text: PlacedText | undefined,
): LabelWarning[] {
  const warnings: LabelWarning[] = [];
  if (fitted?.isSmall) warnings.push("small-modules");
  if (code?.isMarginSmall) warnings.push("small-quiet-zone");
  if (text?.fitted.isCut) warnings.push("text-cut");
  if (text?.fitted.hasMissingGlyph) warnings.push("missing-glyph");
  return warnings;
}
