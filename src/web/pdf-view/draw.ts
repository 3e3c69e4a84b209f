import type { Matrix } from "../../lib/graphics/svg/transform.ts";
import type { PdfFont } from "./font.ts";
import { Lexer, type LexedDictionary, type LexedValue } from "./lexer.ts";
import type { PageContext } from "./page-context.ts";
import { type ParsedPdf, toBinaryText, toDictionary } from "./pdf-file.ts";
import { createTextLine, type TextPen, readActualText, type PdfTextLine } from "./text-line.ts";

/** Resources that a content stream refers to by name. */
interface ContentResources {
  names: LexedDictionary;
  reader: {
    file: ParsedPdf;
    font(value: LexedValue | undefined): Promise<PdfFont>;
    image(value: LexedValue | undefined): Promise<ImageBitmap>;
  };
}

/** Rendering modes of text (ISO 32000-1, table 106). */
const FILL_AND_STROKE = 2;
const INVISIBLE = 3;

const CAPS = ["butt", "round", "square"] as const;
const JOINS = ["miter", "round", "bevel"] as const;

interface TextState extends TextPen {
  font: PdfFont | undefined;
  letterSpacing: number;
  mode: number;
  /** The line that the next glyphs continue; undefined: they begin one. */
  line: PdfTextLine | undefined;
  /** The replacement text (`ActualText`) of the next glyphs, if their marked content has one. */
  actual: string | undefined;
  /** For each marked content that is open: whether it replaces text. */
  marks: boolean[];
}

interface InterpreterState {
  context: PageContext;
  resources: ContentResources;
  text: TextState;
  lines: PdfTextLine[];
}

type Operands = readonly LexedValue[];
type Operator = (drawing: InterpreterState, operands: Operands) => void | Promise<void>;

/**
 * Draws a content stream and returns its text. The operators are those that Sundry's PDF engine
 * writes; others are skipped.
 */
export async function drawContent(
  context: PageContext,
  content: Uint8Array,
  resources: ContentResources,
): Promise<PdfTextLine[]> {
  const text: TextState = {
    font: undefined,
    size: 1,
    matrix: [1, 0, 0, 1, 0, 0],
    x: 0,
    letterSpacing: 0,
    stretch: 1,
    rise: 0,
    mode: 0,
    line: undefined,
    actual: undefined,
    marks: [],
  };
  const drawing: InterpreterState = { context, resources, text, lines: [] };
  context.fillStyle = "#000";
  context.beginPath();
  const lexer = new Lexer(toBinaryText(content));
  let operands: LexedValue[] = [];
  for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
    if (typeof value !== "string" || value.startsWith("/")) {
      operands.push(value);
      continue;
    }
    const done = OPERATORS[value]?.(drawing, operands);
    if (done) await done;
    operands = [];
  }
  return drawing.lines;
}

/** Makes an operator of a function of numbers. */
const withNumbers =
  (run: (drawing: InterpreterState, ...numbers: number[]) => void): Operator =>
  (drawing, operands) =>
    run(drawing, ...operands.map(Number));

/** The operators of content streams that are drawn. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  q: ({ context }) => context.save(),
  Q: ({ context }) => context.restore(),
  cm: withNumbers(({ context }, a = 1, b = 0, c = 0, d = 1, e = 0, f = 0) =>
    context.transform(a, b, c, d, e, f),
  ),
  rg: withNumbers(({ context }, ...channels) => {
    context.fillStyle = toColor(channels);
  }),
  RG: withNumbers(({ context }, ...channels) => {
    context.strokeStyle = toColor(channels);
  }),
  w: withNumbers(({ context }, width = 1) => {
    context.lineWidth = width;
  }),
  J: withNumbers(({ context }, cap = 0) => {
    context.lineCap = CAPS[cap] ?? "butt";
  }),
  j: withNumbers(({ context }, join = 0) => {
    context.lineJoin = JOINS[join] ?? "miter";
  }),
  d: ({ context }, [dashes]) => {
    context.setLineDash(Array.isArray(dashes) ? dashes.map(Number) : []);
  },
  gs: async ({ context, resources }, [name]) => {
    const state = await lookUp(resources, "ExtGState", name);
    context.globalAlpha = Number((await resources.reader.file.dictionary(state)).get("ca") ?? 1);
  },
  m: withNumbers(({ context }, x = 0, y = 0) => context.moveTo(x, y)),
  l: withNumbers(({ context }, x = 0, y = 0) => context.lineTo(x, y)),
  c: withNumbers(({ context }, a = 0, b = 0, c = 0, d = 0, x = 0, y = 0) =>
    context.bezierCurveTo(a, b, c, d, x, y),
  ),
  re: withNumbers(({ context }, x = 0, y = 0, width = 0, height = 0) =>
    context.rect(x, y, width, height),
  ),
  h: ({ context }) => context.closePath(),
  f: ({ context }) => paint(context, { fill: "nonzero" }),
  "f*": ({ context }) => paint(context, { fill: "evenodd" }),
  S: ({ context }) => paint(context, { strokes: true }),
  B: ({ context }) => paint(context, { fill: "nonzero", strokes: true }),
  "B*": ({ context }) => paint(context, { fill: "evenodd", strokes: true }),
  Do: drawObject,
  Tf: async ({ resources, text }, [name, size]) => {
    text.font = await resources.reader.font(await lookUp(resources, "Font", name));
    text.size = Number(size);
    text.line = undefined;
  },
  Tm: withNumbers(({ text }, a = 1, b = 0, c = 0, d = 1, e = 0, f = 0) => {
    text.matrix = [a, b, c, d, e, f];
    text.x = 0;
    text.line = undefined;
  }),
  Tc: withNumbers(({ text }, spacing = 0) => {
    text.letterSpacing = spacing;
  }),
  Tz: withNumbers(({ text }, percent = 100) => {
    text.stretch = percent / 100;
  }),
  Ts: withNumbers(({ text }, rise = 0) => {
    text.rise = rise;
  }),
  Tr: withNumbers(({ text }, mode = 0) => {
    text.mode = mode;
  }),
  BDC: ({ text }, [, properties]) => {
    const actual = readActualText(properties);
    text.marks.push(actual !== undefined);
    text.actual ??= actual;
  },
  BMC: ({ text }) => void text.marks.push(false),
  EMC: ({ text }) => {
    if (text.marks.pop()) text.actual = undefined;
  },
  Tj: (drawing, operands) => showText(drawing, operands),
  TJ: (drawing, [parts]) => showText(drawing, Array.isArray(parts) ? (parts as Operands) : []),
};

function paint(
  context: PageContext,
  { fill, strokes = false }: { fill?: CanvasFillRule; strokes?: boolean },
): void {
  if (fill) context.fill(fill);
  if (strokes) context.stroke();
  context.beginPath();
}

function toColor(channels: readonly number[]): string {
  return `rgb(${channels.map((channel) => Math.round(channel * 255)).join(" ")})`;
}

async function lookUp(
  { names, reader }: ContentResources,
  kind: string,
  name: LexedValue | undefined,
): Promise<LexedValue | undefined> {
  const entries = await reader.file.dictionary(names.get(kind));
  return typeof name === "string" ? entries.get(name.slice(1)) : undefined;
}

/** Draws an image into the unit square, or a form. */
async function drawObject(
  { context, resources }: InterpreterState,
  [name]: Operands,
): Promise<void> {
  const { reader } = resources;
  const reference = await lookUp(resources, "XObject", name);
  const dictionary = toDictionary((await reader.file.resolve(reference)).value);
  if (dictionary.get("Subtype") === "/Image") {
    const image = await reader.image(reference);
    context.save();
    context.transform(1 / image.width, 0, 0, -1 / image.height, 0, 1);
    context.drawImage(image, 0, 0);
    context.restore();
    return;
  }
  const names = await reader.file.dictionary(dictionary.get("Resources"));
  context.save();
  await drawContent(context, await reader.file.bytes(reference), { names, reader });
  context.restore();
}

/**
 * Shows strings of two-byte codes, and moves by the numbers between them, which are thousandths of
 * an em.
 */
function showText({ context, text, lines }: InterpreterState, parts: Operands): void {
  const { font, size, stretch } = text;
  if (!font) return;
  if (!text.line) lines.push((text.line = createTextLine(readMatrix(context), text)));
  const { line } = text;
  const start = text.x - line.width * stretch;
  for (const part of parts) {
    if (typeof part === "number") text.x -= (part / 1000) * size * stretch;
    if (typeof part !== "object" || !("bytes" in part)) continue;
    for (let at = 0; at + 1 < part.bytes.length; at += 2) {
      const code = part.bytes.charCodeAt(at) * 256 + part.bytes.charCodeAt(at + 1);
      line.text += text.actual ?? font.getText(code);
      if (text.actual !== undefined) text.actual = "";
      if (text.mode !== INVISIBLE) showGlyph(context, font, { text, code });
      text.x += ((font.getWidth(code) / 1000) * size + text.letterSpacing) * stretch;
    }
  }
  line.width = (text.x - start) / stretch;
}

function readMatrix(context: PageContext): Matrix {
  const { a, b, c, d, e, f } = context.getTransform();
  return [a, b, c, d, e, f];
}

function showGlyph(
  context: PageContext,
  font: PdfFont,
  { text, code }: { text: TextState; code: number },
): void {
  const { size, stretch, x, rise, mode } = text;
  const scale = size / font.unitsPerEm;
  const outline = font.getOutline(code);
  context.save();
  context.transform(...text.matrix);
  context.transform(scale * stretch, 0, 0, scale, x, rise);
  context.fill(outline);
  if (mode === FILL_AND_STROKE) {
    context.lineWidth /= scale;
    context.stroke(outline);
  }
  context.restore();
}
