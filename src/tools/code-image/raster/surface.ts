import type { PixelRange } from "./backdrop-colors.ts";
import { mix, type Color } from "./color.ts";
import { LEVELS, type Mask } from "./coverage.ts";
import type { GlyphBitmap, ColorBitmap } from "./glyph-cache.ts";

/** Scanlines from `top` (inclusive) to `bottom` (exclusive). */
export interface Band {
  top: number;
  bottom: number;
}

/**
 * Destination of a bitmap: the byte offset of its top left pixel, and its visible rows and columns
 * (ends exclusive).
 */
export interface BlitRect {
  origin: number;
  stride: number;
  firstRow: number;
  endRow: number;
  firstColumn: number;
  endColumn: number;
}

const FILTER_NONE = 0;

/**
 * Buffers of the previous image. They are reused, because new ones would trigger a garbage
 * collection each time.
 */
let bufferPool: readonly Uint8Array[] = [];

/**
 * A band of PNG scanlines, each preceded by its filter byte. Two buffers alternate, so that one can
 * be compressed while the next band is drawn.
 */
export abstract class Surface {
  readonly width: number;
  readonly #stride: number;
  readonly #pixelBytes: number;
  readonly #buffers: Uint8Array[];
  /** Blend tables by background, then by text color. */
  readonly #blendTables = new Map<Color, Map<Color, Uint8Array>>();
  #background: Color;
  #tablesOnBackground = new Map<Color, Uint8Array>();
  #band: Band = { top: 0, bottom: 0 };
  /** Scanlines of the current band. */
  bytes: Uint8Array;

  /** Allocates bands of `rows` scanlines; masks are blended onto `background`. */
  constructor(size: { width: number; rows: number }, pixelBytes: number, background: Color) {
    this.width = size.width;
    this.#pixelBytes = pixelBytes;
    this.#background = background;
    this.setBackground(background);
    this.#stride = size.width * pixelBytes + 1;
    const bytes = this.#stride * size.rows;
    const fitting = bufferPool.filter((buffer) => buffer.length >= bytes);
    bufferPool = [];
    this.#buffers = [0, 1].map((index) => fitting[index] ?? new Uint8Array(bytes));
    this.bytes = new Uint8Array();
  }

  /** Sets the color that masks are blended onto. */
  setBackground(background: Color): void {
    this.#background = background;
    this.#tablesOnBackground = this.#blendTables.get(background) ?? new Map<Color, Uint8Array>();
    this.#blendTables.set(background, this.#tablesOnBackground);
  }

  /** Returns the buffers to the pool; the surface must not be used afterwards. */
  release(): void {
    bufferPool = this.#buffers;
  }

  /** Returns the bytes of a pixel. */
  protected abstract encode(color: Color): readonly number[];

  /** Writes a range of a scanline of colors at byte offset `at`. */
  protected abstract write(at: number, scanline: Int32Array, span: PixelRange): void;

  /** Writes a mask; `blendTable` contains the pixel bytes of each coverage level. */
  protected abstract blitMask(mask: Mask, rect: BlitRect, blendTable: Uint8Array): void;

  /** Switches to the scanlines of another band. */
  startBand(band: Band): void {
    this.#band = band;
    this.#buffers.reverse();
    const [buffer = this.bytes] = this.#buffers;
    this.bytes = buffer.subarray(0, (band.bottom - band.top) * this.#stride);
    for (let at = 0; at < this.bytes.length; at += this.#stride) this.bytes[at] = FILTER_NONE;
  }

  /** Sets one pixel. */
  put(x: number, y: number, color: Color): void {
    this.bytes.set(this.encode(color), this.#getOffset(x, y));
  }

  /** Fills columns `from` (inclusive) to `to` (exclusive) of scanline `y`. */
  fill(y: number, from: number, to: number, color: Color): void {
    if (to <= from) return;
    this.put(from, y, color);
    this.#repeatBytes(this.#getOffset(from, y), this.#pixelBytes, to - from);
  }

  /** Copies a range of a scanline of colors to scanline `y`. */
  copy(y: number, scanline: Int32Array, span: PixelRange): void {
    this.write(this.#getOffset(span[0], y), scanline, span);
  }

  /** Repeats scanline `y` up to `end` (exclusive). */
  repeat(y: number, end: number): void {
    this.#repeatBytes(this.#getOffset(0, y) - 1, this.#stride, end - y);
  }

  /** Fills a region by repeatedly doubling its first `bytes` bytes (log n block copies). */
  #repeatBytes(start: number, bytes: number, count: number): void {
    for (let done = bytes; done < bytes * count; done *= 2) {
      const copied = Math.min(done, bytes * count - done);
      this.bytes.copyWithin(start + done, start, start + copied);
    }
  }

  /**
   * Draws a glyph at pen position (x, y), clipped to band and image. `color` applies to masks only.
   */
  blit(bitmap: GlyphBitmap, penX: number, penY: number, color: Color): void {
    const x = penX + bitmap.left;
    const y = penY + bitmap.top;
    const rect = {
      origin: this.#getOffset(x, y),
      stride: this.#stride,
      firstRow: Math.max(0, this.#band.top - y),
      endRow: Math.min(bitmap.height, this.#band.bottom - y),
      firstColumn: Math.max(0, -x),
      endColumn: Math.min(bitmap.width, this.width - x),
    };
    if ("levels" in bitmap) this.blitMask(bitmap, rect, this.#getBlendTable(color));
    else this.#blitColorBitmap(bitmap, rect);
  }

  #blitColorBitmap({ colors, width }: ColorBitmap, rect: BlitRect): void {
    for (let row = rect.firstRow; row < rect.endRow; row++) {
      const to = rect.origin + row * rect.stride;
      for (let column = rect.firstColumn; column < rect.endColumn; column++) {
        const color = colors[row * width + column] as number;
        if (color >= 0) this.bytes.set(this.encode(color), to + column * this.#pixelBytes);
      }
    }
  }

  #getOffset(x: number, y: number): number {
    return (y - this.#band.top) * this.#stride + 1 + x * this.#pixelBytes;
  }

  #getBlendTable(color: Color): Uint8Array {
    const cached = this.#tablesOnBackground.get(color);
    if (cached) return cached;
    const shades = Array.from({ length: LEVELS + 1 }, (_, level) =>
      mix(this.#background, color, level / LEVELS),
    );
    const blendTable = Uint8Array.from(shades.flatMap((shade) => this.encode(shade)));
    this.#tablesOnBackground.set(color, blendTable);
    return blendTable;
  }
}
