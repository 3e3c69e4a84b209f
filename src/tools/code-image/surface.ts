import { mix, type Colour } from "./colour.ts";
import { LEVELS, type Mask } from "./coverage.ts";
import type { Picture } from "./masks.ts";

/** Where a band of scanlines begins and ends in the picture. */
interface Band {
  top: number;
  bottom: number;
}

/** Some scanlines of a picture, written as they go into the file: each led by its filter byte, 0 for none. */
export interface Surface {
  /** Turns to the given scanlines; `bytes` holds them once they are painted. */
  begin(band: Band): void;
  readonly bytes: Uint8Array;
  put(x: number, y: number, colour: Colour): void;
  fill(y: number, from: number, to: number, colour: Colour): void;
  /** Takes over a span of a scanline of colours. */
  copy(y: number, colours: Int32Array, span: readonly [from: number, to: number]): void;
  /** Makes a scanline the same as the one above it. */
  repeat(y: number): void;
  blit(mask: Mask, x: number, y: number, colour: Colour): void;
  blitPicture(picture: Picture, x: number, y: number): void;
}

/** More colours than a palette holds were painted. */
export class PaletteFullError extends Error {}

const PALETTE_SIZE = 256;

/** What both kinds of surface share: two buffers in turn (one is being packed), and where a pixel stands. */
abstract class Scanlines {
  readonly width: number;
  readonly #stride: number;
  readonly #pixelBytes: number;
  readonly #buffers: [Uint8Array, Uint8Array];
  protected band: Band = { top: 0, bottom: 0 };
  bytes: Uint8Array;

  constructor(width: number, rows: number, pixelBytes: number) {
    this.width = width;
    this.#pixelBytes = pixelBytes;
    this.#stride = width * pixelBytes + 1;
    const size = this.#stride * rows;
    this.#buffers = [new Uint8Array(size), new Uint8Array(size)];
    this.bytes = this.#buffers[0];
  }

  begin(band: Band): void {
    this.band = band;
    this.#buffers.reverse();
    this.bytes = this.#buffers[0].subarray(0, (band.bottom - band.top) * this.#stride);
  }

  repeat(y: number): void {
    const to = this.at(0, y) - 1;
    this.bytes.copyWithin(to, to - this.#stride, to);
  }

  protected at(x: number, y: number): number {
    return (y - this.band.top) * this.#stride + 1 + x * this.#pixelBytes;
  }

  /** The part of something at (x, y) that lies within the band and the picture, in its own rows and columns. */
  protected visible(shape: { width: number; height: number }, x: number, y: number) {
    return {
      firstRow: Math.max(0, this.band.top - y),
      endRow: Math.min(shape.height, this.band.bottom - y),
      firstColumn: Math.max(0, -x),
      endColumn: Math.min(shape.width, this.width - x),
    };
  }
}

/** One byte a pixel: the number of a colour in a palette that grows as colours are painted. */
export class PaletteSurface extends Scanlines implements Surface {
  /** The colours so far, each at its number. */
  readonly palette: Colour[] = [];
  readonly #numbers = new Map<Colour, number>();
  readonly #ramps = new Map<Colour, Uint8Array>();
  readonly #ground: Colour;
  readonly #steps: number;

  /** `ground` is what masks are laid over; `steps` how many shades of it each text colour may take. */
  constructor(width: number, rows: number, shades: { ground: Colour; steps: number }) {
    super(width, rows, 1);
    this.#ground = shades.ground;
    this.#steps = shades.steps;
  }

  put(x: number, y: number, colour: Colour): void {
    this.bytes[this.at(x, y)] = this.#number(colour);
  }

  fill(y: number, from: number, to: number, colour: Colour): void {
    this.bytes.fill(this.#number(colour), this.at(from, y), this.at(to, y));
  }

  copy(y: number, colours: Int32Array, [from, to]: readonly [number, number]): void {
    const { bytes } = this;
    const start = this.at(0, y);
    let last = -1;
    let number = 0;
    for (let x = from; x < to; x++) {
      const colour = colours[x] as number;
      // Neighbours are mostly alike: one look-up a run.
      if (colour !== last) {
        number = this.#number(colour);
        last = colour;
      }
      bytes[start + x] = number;
    }
  }

  blit(mask: Mask, x: number, y: number, colour: Colour): void {
    const ramp = this.#ramp(colour);
    const { bytes } = this;
    const { levels, width } = mask;
    const { firstRow, endRow, firstColumn, endColumn } = this.visible(mask, x, y);
    for (let row = firstRow; row < endRow; row++) {
      const from = row * width;
      const to = this.at(x, y + row);
      for (let column = firstColumn; column < endColumn; column++) {
        const level = levels[from + column] as number;
        if (level > 0) bytes[to + column] = ramp[level] as number;
      }
    }
  }

  blitPicture(picture: Picture, x: number, y: number): void {
    const { firstRow, endRow, firstColumn, endColumn } = this.visible(picture, x, y);
    for (let row = firstRow; row < endRow; row++) {
      for (let column = firstColumn; column < endColumn; column++) {
        const colour = picture.colours[row * picture.width + column] ?? -1;
        if (colour >= 0) this.put(x + column, y + row, colour);
      }
    }
  }

  #ramp(colour: Colour): Uint8Array {
    const known = this.#ramps.get(colour);
    if (known) return known;
    const ramp = Uint8Array.from({ length: LEVELS + 1 }, (_, level) => {
      const share = Math.round((level / LEVELS) * this.#steps) / this.#steps;
      return this.#number(mix(this.#ground, colour, share));
    });
    this.#ramps.set(colour, ramp);
    return ramp;
  }

  #number(colour: Colour): number {
    const known = this.#numbers.get(colour);
    if (known !== undefined) return known;
    if (this.palette.length === PALETTE_SIZE) throw new PaletteFullError();
    this.#numbers.set(colour, this.palette.length);
    return this.palette.push(colour) - 1;
  }
}

/** Three bytes a pixel. */
export class TrueColourSurface extends Scanlines implements Surface {
  readonly #ramps = new Map<Colour, Uint8Array>();
  readonly #ground: Colour;

  /** `ground` is what masks are laid over. */
  constructor(width: number, rows: number, ground: Colour) {
    super(width, rows, 3);
    this.#ground = ground;
  }

  put(x: number, y: number, colour: Colour): void {
    const at = this.at(x, y);
    this.bytes[at] = colour >> 16;
    this.bytes[at + 1] = colour >> 8;
    this.bytes[at + 2] = colour;
  }

  copy(y: number, colours: Int32Array, [from, to]: readonly [number, number]): void {
    const { bytes } = this;
    let at = this.at(from, y);
    for (let x = from; x < to; x++, at += 3) {
      const colour = colours[x] as number;
      bytes[at] = colour >> 16;
      bytes[at + 1] = colour >> 8;
      bytes[at + 2] = colour;
    }
  }

  fill(y: number, from: number, to: number, colour: Colour): void {
    if (to <= from) return;
    this.put(from, y, colour);
    const start = this.at(from, y);
    const length = (to - from) * 3;
    // Doubling: a handful of block copies instead of a loop over pixels.
    for (let done = 3; done < length; done *= 2) {
      this.bytes.copyWithin(start + done, start, start + Math.min(done, length - done));
    }
  }

  blit(mask: Mask, x: number, y: number, colour: Colour): void {
    const ramp = this.#ramp(colour);
    const { bytes } = this;
    const { levels, width } = mask;
    const { firstRow, endRow, firstColumn, endColumn } = this.visible(mask, x, y);
    for (let row = firstRow; row < endRow; row++) {
      const from = row * width;
      let to = this.at(x + firstColumn, y + row);
      for (let column = firstColumn; column < endColumn; column++, to += 3) {
        const level = (levels[from + column] as number) * 3;
        if (level === 0) continue;
        bytes[to] = ramp[level] as number;
        bytes[to + 1] = ramp[level + 1] as number;
        bytes[to + 2] = ramp[level + 2] as number;
      }
    }
  }

  blitPicture(picture: Picture, x: number, y: number): void {
    const { firstRow, endRow, firstColumn, endColumn } = this.visible(picture, x, y);
    for (let row = firstRow; row < endRow; row++) {
      for (let column = firstColumn; column < endColumn; column++) {
        const colour = picture.colours[row * picture.width + column] ?? -1;
        if (colour >= 0) this.put(x + column, y + row, colour);
      }
    }
  }

  #ramp(colour: Colour): Uint8Array {
    const known = this.#ramps.get(colour);
    if (known) return known;
    const ramp = new Uint8Array((LEVELS + 1) * 3);
    for (let level = 0; level <= LEVELS; level++) {
      const shade = mix(this.#ground, colour, level / LEVELS);
      ramp.set([shade >> 16, (shade >> 8) & 255, shade & 255], level * 3);
    }
    this.#ramps.set(colour, ramp);
    return ramp;
  }
}
