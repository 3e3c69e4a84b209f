import type { Span } from "./backdrop-colors.ts";
import { mix, type Color } from "./color.ts";
import { LEVELS, type Mask } from "./coverage.ts";
import type { GlyphBitmap, ColorBitmap } from "./masks.ts";

/** Where a band of scanlines begins in the picture, and before which it ends. */
export interface Band {
  top: number;
  bottom: number;
}

/** Where a mask goes: the byte at which its corner would be, and which of its rows and columns are to be seen. */
export interface BlitRect {
  origin: number;
  stride: number;
  firstRow: number;
  endRow: number;
  firstColumn: number;
  endColumn: number;
}

const FILTER_NONE = 0;

/** The buffers of the last picture, for the next: new ones each time would set off the garbage collector. */
let bufferPool: readonly Uint8Array[] = [];

/**
 * A band of a picture's scanlines, as they go into the file: each led by its filter byte, 0 for none. Two buffers
 * take turns, so that one can be packed while the next band is painted.
 */
export abstract class Surface {
  readonly width: number;
  readonly #stride: number;
  readonly #pixelBytes: number;
  readonly #ground: Color;
  readonly #buffers: Uint8Array[];
  readonly #ramps = new Map<Color, Uint8Array>();
  #band: Band = { top: 0, bottom: 0 };
  /** The band's scanlines. */
  bytes: Uint8Array;

  /** Room for bands of so many `rows`; `ground` is what masks are laid over. */
  constructor(size: { width: number; rows: number }, pixelBytes: number, ground: Color) {
    this.width = size.width;
    this.#pixelBytes = pixelBytes;
    this.#ground = ground;
    this.#stride = size.width * pixelBytes + 1;
    const bytes = this.#stride * size.rows;
    const fitting = bufferPool.filter((buffer) => buffer.length >= bytes);
    bufferPool = [];
    this.#buffers = [0, 1].map((turn) => fitting[turn] ?? new Uint8Array(bytes));
    this.bytes = new Uint8Array();
  }

  /** Leaves the buffers to the next surface: nothing may be painted or read any more. */
  release(): void {
    bufferPool = this.#buffers;
  }

  /** The bytes of a pixel. */
  protected abstract encode(color: Color): readonly number[];

  /** Writes a span of a scanline of colors, its first pixel at `at`. */
  protected abstract write(at: number, scanline: Int32Array, span: Span): void;

  /** Writes a mask; `ramp` holds the pixel of each level. */
  protected abstract blitMask(mask: Mask, place: BlitRect, ramp: Uint8Array): void;

  /** Turns to other scanlines; `bytes` holds them once they are painted. */
  startBand(band: Band): void {
    this.#band = band;
    this.#buffers.reverse();
    const [buffer = this.bytes] = this.#buffers;
    this.bytes = buffer.subarray(0, (band.bottom - band.top) * this.#stride);
    for (let at = 0; at < this.bytes.length; at += this.#stride) this.bytes[at] = FILTER_NONE;
  }

  put(x: number, y: number, color: Color): void {
    this.bytes.set(this.encode(color), this.#at(x, y));
  }

  fill(y: number, from: number, to: number, color: Color): void {
    if (to <= from) return;
    this.put(from, y, color);
    this.#multiply(this.#at(from, y), this.#pixelBytes, to - from);
  }

  /** Takes over a span of a scanline of colors. */
  copy(y: number, scanline: Int32Array, span: Span): void {
    this.write(this.#at(span[0], y), scanline, span);
  }

  /** Makes the scanlines below `y`, up to `end`, the same as it. */
  repeat(y: number, end: number): void {
    this.#multiply(this.#at(0, y) - 1, this.#stride, end - y);
  }

  /** Has the first bytes of a place stand there so many times: doubling, a handful of block copies instead of a loop. */
  #multiply(start: number, bytes: number, times: number): void {
    for (let done = bytes; done < bytes * times; done *= 2) {
      const copied = Math.min(done, bytes * times - done);
      this.bytes.copyWithin(start + done, start, start + copied);
    }
  }

  /** Paints a glyph for a pen at (x, y), as far as it lies in the band and the picture; `color` is for masks. */
  blit(drawn: GlyphBitmap, penX: number, penY: number, color: Color): void {
    const x = penX + drawn.left;
    const y = penY + drawn.top;
    const place = {
      origin: this.#at(x, y),
      stride: this.#stride,
      firstRow: Math.max(0, this.#band.top - y),
      endRow: Math.min(drawn.height, this.#band.bottom - y),
      firstColumn: Math.max(0, -x),
      endColumn: Math.min(drawn.width, this.width - x),
    };
    if ("levels" in drawn) this.blitMask(drawn, place, this.#ramp(color));
    else this.#layPicture(drawn, place);
  }

  #layPicture({ colors, width }: ColorBitmap, place: BlitRect): void {
    for (let row = place.firstRow; row < place.endRow; row++) {
      const to = place.origin + row * place.stride;
      for (let column = place.firstColumn; column < place.endColumn; column++) {
        const color = colors[row * width + column] as number;
        if (color >= 0) this.bytes.set(this.encode(color), to + column * this.#pixelBytes);
      }
    }
  }

  #at(x: number, y: number): number {
    return (y - this.#band.top) * this.#stride + 1 + x * this.#pixelBytes;
  }

  #ramp(color: Color): Uint8Array {
    const known = this.#ramps.get(color);
    if (known) return known;
    const shades = Array.from({ length: LEVELS + 1 }, (_, level) =>
      mix(this.#ground, color, level / LEVELS),
    );
    const ramp = Uint8Array.from(shades.flatMap((shade) => this.encode(shade)));
    this.#ramps.set(color, ramp);
    return ramp;
  }
}
