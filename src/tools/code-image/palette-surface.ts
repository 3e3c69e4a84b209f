import type { Span } from "./around.ts";
import type { Colour } from "./colour.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** More colours than a palette holds were painted. */
export class PaletteFullError extends Error {}

const PALETTE_SIZE = 256;

/** One byte a pixel: the number of a colour in a palette that grows as colours are painted. */
export class PaletteSurface extends Surface {
  static readonly pixelBytes = 1;
  /** The colours so far, each at its number. */
  readonly palette: Colour[] = [];
  readonly #numbers = new Map<Colour, readonly [number]>();

  constructor(size: { width: number; rows: number }, ground: Colour) {
    super(size, PaletteSurface.pixelBytes, ground);
  }

  protected encode(colour: Colour): readonly [number] {
    const known = this.#numbers.get(colour);
    if (known) return known;
    if (this.palette.length === PALETTE_SIZE) throw new PaletteFullError();
    const number: [number] = [this.palette.push(colour) - 1];
    this.#numbers.set(colour, number);
    return number;
  }

  protected write(at: number, scanline: Int32Array, [from, to]: Span): void {
    const { bytes } = this;
    let last = -1;
    let number = 0;
    for (let x = from; x < to; x++) {
      const colour = scanline[x] as number;
      // Neighbours are mostly alike: one look-up a run.
      if (colour !== last) [number] = this.encode(colour);
      last = colour;
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
