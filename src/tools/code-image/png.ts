import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import type { Colour } from "./colour.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What stands before a PNG's pixels. */
export interface PngHead {
  width: number;
  height: number;
  /** Colours that pixels are numbers of; nothing for pixels of three bytes, red, green and blue. */
  palette?: readonly Colour[];
  dotsPerInch: number;
}

/**
 * A PNG from its scanlines. They come in bands (each scanline led by its filter byte) and go through one
 * deflate stream, so that no more than two are ever held unpacked: a band may be written over once the next but
 * one is asked for. The palette may grow until the last band is made.
 */
export async function encodePng(head: PngHead, bands: Iterable<Uint8Array>): Promise<Uint8Array> {
  // Found by measuring: level 4 takes three times as long for a fifth fewer bytes.
  const deflate = createDeflate({
    level: 3,
    memLevel: 9,
    chunkSize: 128 * 1024,
  });
  const packed: Buffer[] = [];
  deflate.on("data", (part: Buffer) => packed.push(part));
  const write = (band: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      deflate.write(band, (error) => (error ? reject(error) : resolve()));
    });
  let written = Promise.resolve();
  // One band is packed, on a thread of zlib's, while the next is painted.
  for (const band of bands) {
    await written;
    written = write(band);
  }
  await written;
  deflate.end();
  await once(deflate, "end");
  return Buffer.concat([
    SIGNATURE,
    ...headChunks(head),
    ...chunk("IDAT", packed),
    ...chunk("IEND", []),
  ]);
}

function headChunks({ width, height, palette, dotsPerInch }: PngHead): Buffer[] {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  size[9] = palette ? 3 : 2;
  const density = Buffer.alloc(9);
  const dotsPerMetre = Math.round(dotsPerInch / 0.0254);
  density.writeUInt32BE(dotsPerMetre, 0);
  density.writeUInt32BE(dotsPerMetre, 4);
  density[8] = 1;
  const colours = palette?.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return [
    ...chunk("IHDR", [size]),
    ...chunk("sRGB", [Buffer.from([0])]),
    ...chunk("pHYs", [density]),
    ...(colours ? chunk("PLTE", [Buffer.from(colours)]) : []),
  ];
}

/** A chunk: its length, its type, its data and a checksum of both. */
function chunk(type: string, data: readonly Buffer[]): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.reduce((length, { length: more }) => length + more, 0));
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(data.reduce((crc, part) => crc32(part, crc), crc32(head.subarray(4))));
  return [head, ...data, sum];
}
