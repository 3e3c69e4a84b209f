import { once } from "node:events";
import { createDeflate, deflateSync } from "node:zlib";
import { pngFile } from "../../../lib/png.ts";
import { channels, type Color } from "./color.ts";

/** What stands before a PNG's pixels. */
export interface PngHead {
  width: number;
  height: number;
  /** Colors that pixels are numbers of; nothing for pixels of three bytes, red, green and blue. */
  palette?: readonly Color[] | undefined;
  dotsPerInch: number;
}

/** Found by measuring: level 4 takes three times as long for a fifth fewer bytes. */
const DEFLATE = { level: 3, memLevel: 8, chunkSize: 128 * 1024 };

/**
 * Packs scanlines, each led by its filter byte. They come in bands and go through one deflate stream, so that no more
 * than two are ever held unpacked: a band may be written over once the next but one is asked for.
 */
export async function packBands(bands: Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const deflate = createDeflate(DEFLATE);
  const packed: Buffer[] = [];
  deflate.on("data", (part: Buffer) => packed.push(part));
  const write = (band: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      deflate.write(band, (error) => (error ? reject(error) : resolve()));
    });
  try {
    let written = Promise.resolve();
    // One band is packed, on a thread of zlib's, while the next is painted.
    for (const band of bands) {
      await written;
      written = write(band);
    }
    await written;
    deflate.end();
    await once(deflate, "end");
  } finally {
    deflate.destroy();
  }
  return packed;
}

/** Packs all scanlines at once: of a small picture, faster than having another thread do it. */
export function packBand(scanlines: Uint8Array): Uint8Array {
  return deflateSync(scanlines, DEFLATE);
}

/** A PNG of packed scanlines. */
export function encodePng(head: PngHead, packed: readonly Uint8Array[]): Buffer {
  const { width, height, palette, dotsPerInch } = head;
  return pngFile({ width, height, depth: 8, palette: palette?.flatMap(channels) }, packed, {
    before: [
      { type: "sRGB", data: [Buffer.from([0])] },
      { type: "pHYs", data: [density(dotsPerInch)] },
    ],
  });
}

/** Pixels a meter across and down, and that the unit is the meter. */
function density(dotsPerInch: number): Buffer {
  const bytes = Buffer.alloc(9);
  const dotsPerMeter = Math.round(dotsPerInch / 0.0254);
  bytes.writeUInt32BE(dotsPerMeter, 0);
  bytes.writeUInt32BE(dotsPerMeter, 4);
  bytes[8] = 1;
  return bytes;
}
