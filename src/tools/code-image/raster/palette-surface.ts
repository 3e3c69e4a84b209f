import type { Span } from "./backdrop-colors.ts";
import type { Color } from "./color.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** More colors than a palette holds were painted. */
export class PaletteFullError extends Error {}

const PALETTE_SIZE = 256;

/** One byte a pixel: the number of a color in a palette that grows as colors are painted. */
export class PaletteSurface extends Surface {
  static readonly pixelBytes = 1;
  /** The colors so far, each at its number. */
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

  protected write(at: number, scanline: Int32Array, [from, to]: Span): void {
    const { bytes } = this;
    let last = -1;
    let number = 0;
    for (let x = from; x < to; x++) {
      const color = scanline[x] as number;
      // Neighbors are mostly alike: one look-up a run.
      if (color !== last) [number] = this.encode(color);
      last = color;
      bytes[at + x - from] = number;
    }
  }

  protected blitMask({ levels, width }: Mask, place: BlitRect, ramp: Uint8Array): void {
    const { bytes } = this;
    for (let row = place.firstRow; row < place.endRow; row++) {
      const from = row * width;
      const to = place.origin + row * place.stride;
      for (let column = place.firstColumn; column < place.endColumn; column++) {
        const level = levels[from + column] as number;
        if (level > 0) bytes[to + column] = ramp[level] as number;
      }
    }
  }
}
