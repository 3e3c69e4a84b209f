import type { PixelRange } from "./backdrop-colors.ts";
import { getAlpha, toChannels, type Color } from "./color.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** A surface with four bytes per pixel: red, green, blue and alpha. */
export class AlphaSurface extends Surface {
  static readonly pixelBytes = 4;

  constructor(size: { width: number; rows: number }, background: Color) {
    super(size, AlphaSurface.pixelBytes, background);
  }

  protected encode(color: Color): readonly number[] {
    return [...toChannels(color), getAlpha(color)];
  }

  protected write(at: number, scanline: Int32Array, [from, to]: PixelRange): void {
    for (let x = from, byte = at; x < to; x++, byte += 4) {
      this.bytes.set(this.encode(scanline[x] as number), byte);
    }
  }

  protected blitMask({ levels, width }: Mask, rect: BlitRect, blendTable: Uint8Array): void {
    for (let row = rect.firstRow; row < rect.endRow; row++) {
      const from = row * width;
      const to = rect.origin + row * rect.stride;
      for (let column = rect.firstColumn; column < rect.endColumn; column++) {
        const shade = (levels[from + column] as number) * 4;
        if (shade > 0) this.bytes.set(blendTable.subarray(shade, shade + 4), to + column * 4);
      }
    }
  }
}
