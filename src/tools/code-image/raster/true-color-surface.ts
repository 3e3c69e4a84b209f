import type { PixelRange } from "./backdrop-colors.ts";
import { toChannels, type Color } from "./color.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type BlitRect } from "./surface.ts";

/** A surface with three bytes per pixel: red, green and blue. */
export class TrueColorSurface extends Surface {
  static readonly pixelBytes = 3;
  constructor(size: { width: number; rows: number }, background: Color) {
    super(size, TrueColorSurface.pixelBytes, background);
  }

  protected encode(color: Color): readonly number[] {
    return toChannels(color);
  }

  protected write(at: number, scanline: Int32Array, [from, to]: PixelRange): void {
    const { bytes } = this;
    for (let x = from, byte = at; x < to; x++, byte += 3) {
      const color = scanline[x] as number;
      bytes[byte] = color >> 16;
      bytes[byte + 1] = color >> 8;
      bytes[byte + 2] = color;
    }
  }

  protected blitMask({ levels, width }: Mask, rect: BlitRect, blendTable: Uint8Array): void {
    const { bytes } = this;
    for (let row = rect.firstRow; row < rect.endRow; row++) {
      const from = row * width;
      let to = rect.origin + row * rect.stride + rect.firstColumn * 3;
      for (let column = rect.firstColumn; column < rect.endColumn; column++, to += 3) {
        const shade = (levels[from + column] as number) * 3;
        if (shade === 0) continue;
        bytes[to] = blendTable[shade] as number;
        bytes[to + 1] = blendTable[shade + 1] as number;
        bytes[to + 2] = blendTable[shade + 2] as number;
      }
    }
  }
}
