import { channels, type Colour } from "./colour.ts";
import type { Mask } from "./coverage.ts";
import { Surface, type Place } from "./surface.ts";

/** Three bytes a pixel: red, green and blue. */
export class TrueColourSurface extends Surface {
  static readonly pixelBytes = 3;
  constructor(size: { width: number; rows: number }, ground: Colour) {
    super(size, TrueColourSurface.pixelBytes, ground);
  }

  protected encode(colour: Colour): readonly number[] {
    return channels(colour);
  }

  protected write(at: number, colours: Int32Array): void {
    const { bytes } = this;
    let to = at;
    for (let index = 0; index < colours.length; index++) {
      const colour = colours[index] as number;
      bytes[to++] = colour >> 16;
      bytes[to++] = colour >> 8;
      bytes[to++] = colour;
    }
  }

  protected lay({ levels, width }: Mask, place: Place, ramp: Uint8Array): void {
    const { bytes } = this;
    for (let row = place.firstRow; row < place.endRow; row++) {
      const from = row * width;
      let to = place.origin + row * place.stride + place.firstColumn * 3;
      for (let column = place.firstColumn; column < place.endColumn; column++, to += 3) {
        const shade = (levels[from + column] as number) * 3;
        if (shade === 0) continue;
        bytes[to] = ramp[shade] as number;
        bytes[to + 1] = ramp[shade + 1] as number;
        bytes[to + 2] = ramp[shade + 2] as number;
      }
    }
  }
}
