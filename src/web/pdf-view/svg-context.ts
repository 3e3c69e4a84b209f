import { type Matrix, multiplyMatrices } from "../../lib/graphics/svg/transform.ts";
import type { PageContext } from "./page-context.ts";

/** Records a path as SVG path data. */
class SvgPath {
  data = "";

  moveTo(x: number, y: number): void {
    this.#add("M", x, y);
  }

  lineTo(x: number, y: number): void {
    this.#add("L", x, y);
  }

  quadraticCurveTo(...points: number[]): void {
    this.#add("Q", ...points);
  }

  bezierCurveTo(...points: number[]): void {
    this.#add("C", ...points);
  }

  closePath(): void {
    this.data += "Z";
  }

  #add(command: string, ...numbers: number[]): void {
    this.data += command + numbers.map(formatNumber).join(" ");
  }
}

/** Creates the outline of a glyph for {@link SvgContext}. */
export function createSvgPath(): Path2D {
  return new SvgPath() as unknown as Path2D;
}

/** Records drawing as an SVG, where there is no canvas. Throws an Error for an image. */
export class SvgContext implements PageContext {
  readonly canvas: { width: number; height: number };
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap: CanvasLineCap = "butt";
  lineJoin: CanvasLineJoin = "miter";
  globalAlpha = 1;
  #dashes: number[] = [];
  #matrix: Matrix = [1, 0, 0, 1, 0, 0];
  #path = new SvgPath();
  readonly #saved: (() => void)[] = [];
  readonly #glyphs = new Map<SvgPath, string>();
  readonly #elements: string[] = [];

  constructor(width: number, height: number) {
    this.canvas = { width, height };
  }

  /** Returns what was drawn as an SVG document. */
  toSvg(): string {
    const { width, height } = this.canvas;
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    const glyphs = Array.from(this.#glyphs, ([{ data }, id]) => `<path id="${id}" d="${data}"/>`);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>`,
      ...glyphs,
      "</defs>",
      ...this.#elements,
      "</svg>",
    ].join("\n");
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha } = this;
    const [matrix, dashes] = [this.#matrix, this.#dashes];
    this.#saved.push(() => {
      Object.assign(this, { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha });
      this.#matrix = matrix;
      this.#dashes = dashes;
    });
  }

  restore(): void {
    this.#saved.pop()?.();
  }

  transform(...matrix: Matrix): void {
    this.#matrix = multiplyMatrices(this.#matrix, matrix);
  }

  setTransform(...matrix: unknown[]): void {
    this.#matrix = matrix as unknown as Matrix;
  }

  getTransform() {
    const [a, b, c, d, e, f] = this.#matrix;
    return { a, b, c, d, e, f };
  }

  setLineDash(dashes: number[]): void {
    this.#dashes = dashes;
  }

  beginPath(): void {
    this.#path = new SvgPath();
  }

  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }

  bezierCurveTo(...points: number[]): void {
    this.#path.bezierCurveTo(...points);
  }

  closePath(): void {
    this.#path.closePath();
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }

  fill(outline?: Path2D | CanvasFillRule): void {
    const rule = outline === "evenodd" ? ' fill-rule="evenodd"' : "";
    this.#draw(outline, `fill="${this.fillStyle}"${rule}`);
  }

  stroke(outline?: Path2D): void {
    const dashes = this.#dashes.length > 0 ? ` stroke-dasharray="${this.#dashes.join(" ")}"` : "";
    const line = `stroke-width="${formatNumber(this.lineWidth)}"${dashes}`;
    const ends = `stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"`;
    this.#draw(outline, `fill="none" stroke="${this.strokeStyle}" ${line} ${ends}`);
  }

  drawImage(): never {
    throw new Error("the recorder takes no images");
  }

  #draw(outline: unknown, paint: string): void {
    const opacity = this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : "";
    const transform = `transform="matrix(${this.#matrix.map(formatNumber).join(" ")})"`;
    const attributes = `${transform} ${paint}${opacity}`;
    this.#elements.push(
      outline instanceof SvgPath
        ? `<use href="#${this.#nameGlyph(outline)}" ${attributes}/>`
        : `<path d="${this.#path.data}" ${attributes}/>`,
    );
  }

  #nameGlyph(outline: SvgPath): string {
    const id = this.#glyphs.get(outline) ?? `g${this.#glyphs.size}`;
    this.#glyphs.set(outline, id);
    return id;
  }
}

/** Writes a finite number in five digits, enough for a page on a screen. */
function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : "0";
}
