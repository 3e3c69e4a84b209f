import type { PixelRange } from "./backdrop-colors.ts";
import type { Color } from "./color.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** Thrown when an image has more colors than a palette can hold. */
export class PaletteFullError extends Error {}

const MAX_COLORS = 256;

/** A surface of palette indices, one byte per pixel. The palette grows as colors are drawn. */
export class PaletteSurface extends Surface {
  static readonly pixelBytes = 1;
  /** Colors by index. */
  readonly palette: Color[] = [];
  readonly #indices = new Map<Color, readonly [number]>();

  constructor(size: { width: number; rows: number }, background: Color) {
    super(size, PaletteSurface.pixelBytes, background);
  }

  protected encode(color: Color): readonly [number] {
    const cached = this.#indices.get(color);
    if (cached) return cached;
    if (this.palette.length === MAX_COLORS) throw new PaletteFullError();
    const entry: [number] = [this.palette.push(color) - 1];
    this.#indices.set(color, entry);
    return entry;
  }

  protected write(at: number, scanline: Int32Array, [from, to]: PixelRange): void {
    const { bytes } = this;
    let last = -1;
    let index = 0;
    for (let x = from; x < to; x++) {
      const color = scanline[x] as number;
      // Looks the color up once per run, because adjacent pixels usually have the same color.
      if (color !== last) [index] = this.encode(color);
      last = color;
      bytes[at + x - from] = index;
    }
  }

  protected blitMask({ levels, width }: Mask, rect: BlitRect, blendTable: Uint8Array): void {
    const { bytes } = this;
    for (let row = rect.firstRow; row < rect.endRow; row++) {
      const from = row * width;
      const to = rect.origin + row * rect.stride;
      for (let column = rect.firstColumn; column < rect.endColumn; column++) {
        const level = levels[from + column] as number;
        if (level > 0) bytes[to + column] = blendTable[level] as number;
      }
    }
  }
}
