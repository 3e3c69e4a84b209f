import type { PixelRange } from "./backdrop-colors.ts";
import type { Color } from "./color.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** Thrown when an image has more colors than a palette can hold. */
export class PaletteFullError extends Error {}

const PALETTE_SIZE = 256;

/** A surface of palette indices, one byte per pixel. The palette grows as colors are drawn. */
export class PaletteSurface extends Surface {
  static readonly pixelBytes = 1;
  /** Colors by index. */
  readonly palette: Color[] = [];
  readonly #numbers = new Map<Color, readonly [number]>();

  constructor(size: { width: number; rows: number }, ground: Color) {
    super(size, PaletteSurface.pixelBytes, ground);
  }

  protected encode(color: Color): readonly [number] {
    const known = this.#numbers.get(color);
    if (known) return known;
    if (this.palette.length === PALETTE_SIZE) throw new PaletteFullError();
    const number: [number] = [this.palette.push(color) - 1];
    this.#numbers.set(color, number);
    return number;
  }

  protected write(at: number, scanline: Int32Array, [from, to]: PixelRange): void {
    const { bytes } = this;
    let last = -1;
    let number = 0;
    for (let x = from; x < to; x++) {
      const color = scanline[x] as number;
      // Look up once per run, because adjacent pixels usually have the same color.
      if (color !== last) [number] = this.encode(color);
      last = color;
      bytes[at + x - from] = number;
    }
  }

  protected blitMask({ levels, width }: Mask, place: BlitRect, blendTable: Uint8Array): void {
    const { bytes } = this;
    for (let row = place.firstRow; row < place.endRow; row++) {
      const from = row * width;
      const to = place.origin + row * place.stride;
      for (let column = place.firstColumn; column < place.endColumn; column++) {
        const level = levels[from + column] as number;
        if (level > 0) bytes[to + column] = blendTable[level] as number;
      }
    }
  }
}
