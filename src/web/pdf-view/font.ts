import { type Matrix, multiplyMatrices } from "../../lib/graphics/svg/transform.ts";
import { type ParsedPdf, toBinaryText, toList } from "./pdf-file.ts";
import type { LexedValue } from "./lexer.ts";
import { readUnicodeMap } from "./text-line.ts";

/** An embedded font: widths by code, in thousandths of an em, outlines in font units, and texts. */
export interface PdfFont {
  unitsPerEm: number;
  getWidth(code: number): number;
  getOutline(code: number): Path2D;
  getText(code: number): string;
}

/** Reads a composite font whose codes are the glyphs of an embedded TrueType font. */
export async function readFont(
  file: ParsedPdf,
  value: LexedValue | undefined,
  createPath: () => Path2D,
): Promise<PdfFont> {
  const font = await file.dictionary(value);
  const descendants = (await file.resolve(font.get("DescendantFonts"))).value;
  const descendant = await file.dictionary(toList(descendants)[0]);
  const descriptor = await file.dictionary(descendant.get("FontDescriptor"));
  const widths = readWidths(toList((await file.resolve(descendant.get("W"))).value));
  const outlines = new TrueTypeOutlines(await file.bytes(descriptor.get("FontFile2")), createPath);
  const texts = readUnicodeMap(toBinaryText(await file.bytes(font.get("ToUnicode"))));
  return {
    unitsPerEm: outlines.unitsPerEm,
    getWidth: (code) => widths.get(code) ?? 0,
    getOutline: (code) => outlines.path(code),
    getText: (code) => texts.get(code) ?? "",
  };
}

/** Reads widths written as the first code and a list of widths from there. */
function readWidths(list: readonly LexedValue[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at + 1 < list.length; at += 2) {
    toList(list[at + 1]).forEach((width, index) =>
      widths.set(Number(list[at]) + index, Number(width)),
    );
  }
  return widths;
}

/** Flags of points and of parts of composite glyphs (OpenType, `glyf`). */
const ON_CURVE = 1;
const X_SHORT = 2;
const Y_SHORT = 4;
const REPEAT = 8;
const X_SAME = 16;
const Y_SAME = 32;
const WORDS = 1;
const SCALE = 8;
const MORE = 32;
const TWO_SCALES = 64;
const TWO_BY_TWO = 128;

/** Maximum nesting of composite glyphs. */
const MAX_DEPTH = 8;

interface OutlinePoint {
  x: number;
  y: number;
  isOn: boolean;
}

class TrueTypeOutlines {
  readonly #view: DataView;
  readonly #tables = new Map<string, number>();
  readonly #paths = new Map<number, Path2D>();
  readonly #createPath: () => Path2D;
  readonly #isLong: boolean;
  readonly unitsPerEm: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, createPath: () => Path2D) {
    this.#createPath = createPath;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = this.#view.getUint16(4);
    for (let table = 0; table < count; table++) {
      const at = 12 + table * 16;
      const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
      this.#tables.set(tag, this.#view.getUint32(at + 8));
    }
    const head = this.#table("head");
    this.unitsPerEm = this.#view.getUint16(head + 18);
    this.#isLong = this.#view.getInt16(head + 50) === 1;
  }

  #table(tag: string): number {
    const at = this.#tables.get(tag);
    if (at === undefined) throw new Error(`the font has no table ${tag}`);
    return at;
  }

  path(glyph: number): Path2D {
    const cached = this.#paths.get(glyph);
    if (cached) return cached;
    const path = this.#createPath();
    this.#draw(path, glyph, { matrix: [1, 0, 0, 1, 0, 0], depth: 0 });
    this.#paths.set(glyph, path);
    return path;
  }

  #offset(glyph: number): number {
    const loca = this.#table("loca");
    return this.#isLong
      ? this.#view.getUint32(loca + glyph * 4)
      : this.#view.getUint16(loca + glyph * 2) * 2;
  }

  #draw(path: Path2D, glyph: number, transform: { matrix: Matrix; depth: number }): void {
    const [start, end] = [this.#offset(glyph), this.#offset(glyph + 1)];
    if (start === end || transform.depth > MAX_DEPTH) return;
    const at = this.#table("glyf") + start;
    const contours = this.#view.getInt16(at);
    if (contours < 0) this.#drawParts(path, at + 10, transform);
    else
      for (const points of this.#contours(at + 10, contours)) trace(path, points, transform.matrix);
  }

  #drawParts(path: Path2D, from: number, transform: { matrix: Matrix; depth: number }): void {
    const view = this.#view;
    const fraction = (at: number) => view.getInt16(at) / 16_384;
    let at = from;
    for (let flags = MORE; flags & MORE;) {
      flags = view.getUint16(at);
      const part = view.getUint16(at + 2);
      const isWords = (flags & WORDS) !== 0;
      const x = isWords ? view.getInt16(at + 4) : view.getInt8(at + 4);
      const y = isWords ? view.getInt16(at + 6) : view.getInt8(at + 5);
      at += isWords ? 8 : 6;
      let [a, b, c, d] = [1, 0, 0, 1];
      if (flags & SCALE) {
        a = d = fraction(at);
        at += 2;
      } else if (flags & TWO_SCALES) {
        [a, d] = [fraction(at), fraction(at + 2)];
        at += 4;
      } else if (flags & TWO_BY_TWO) {
        [a, b, c, d] = [fraction(at), fraction(at + 2), fraction(at + 4), fraction(at + 6)];
        at += 8;
      }
      const matrix = multiplyMatrices(transform.matrix, [a, b, c, d, x, y]);
      this.#draw(path, part, { matrix, depth: transform.depth + 1 });
    }
  }

  /** Reads the points of a simple glyph, contour by contour. */
  #contours(from: number, count: number): OutlinePoint[][] {
    const view = this.#view;
    const ends = Array.from({ length: count }, (_, index) => view.getUint16(from + index * 2));
    const total = (ends.at(-1) ?? -1) + 1;
    let at = from + count * 2;
    at += 2 + view.getUint16(at);
    const flags: number[] = [];
    while (flags.length < total) {
      const flag = view.getUint8(at++);
      const times = flag & REPEAT ? view.getUint8(at++) : 0;
      for (let time = 0; time <= times; time++) flags.push(flag);
    }
    const coordinates = (short: number, same: number) => {
      let value = 0;
      return flags.map((flag) => {
        if (flag & short) value += (flag & same ? 1 : -1) * view.getUint8(at++);
        else if (!(flag & same)) {
          value += view.getInt16(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = coordinates(X_SHORT, X_SAME);
    const ys = coordinates(Y_SHORT, Y_SAME);
    const points = flags.map((flag, index) => ({
      x: xs[index] ?? 0,
      y: ys[index] ?? 0,
      isOn: (flag & ON_CURVE) !== 0,
    }));
    return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
  }
}

/**
 * Traces a contour of quadratic curves: between two points off the curve there is one on it,
 * halfway.
 */
function trace(path: Path2D, contour: readonly OutlinePoint[], [a, b, c, d, e, f]: Matrix): void {
  const points = contour.map(({ x, y, isOn }) => ({
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    isOn,
  }));
  const first = points.findIndex(({ isOn }) => isOn);
  const [last, start] = [points.at(-1), points[Math.max(first, 0)]];
  if (!last || !start) return;
  const begin = first < 0 ? findMiddle(last, start) : start;
  const following = first < 0 ? points : [...points.slice(first + 1), ...points.slice(0, first)];
  path.moveTo(begin.x, begin.y);
  let control: OutlinePoint | undefined;
  for (const point of [...following, { ...begin, isOn: true }]) {
    if (point.isOn) {
      if (control) path.quadraticCurveTo(control.x, control.y, point.x, point.y);
      else path.lineTo(point.x, point.y);
      control = undefined;
      continue;
    }
    if (control) {
      const middle = findMiddle(control, point);
      path.quadraticCurveTo(control.x, control.y, middle.x, middle.y);
    }
    control = point;
  }
  path.closePath();
}

function findMiddle(a: OutlinePoint, b: OutlinePoint): OutlinePoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true };
}
