import { type ParsedPdf, toDictionary, toList } from "./pdf-file.ts";
import type { PdfDictionary, PdfValue } from "./lexer.ts";

/** Reads an image: a JPEG file, or samples with a color table, a number of bits and an opacity. */
export async function readImage(
  file: ParsedPdf,
  value: PdfValue | undefined,
): Promise<ImageBitmap> {
  const object = await file.resolve(value);
  const dictionary = toDictionary(object.value);
  if (dictionary.get("Filter") === "/DCTDecode") {
    return createImageBitmap(new Blob([await file.bytes(value)], { type: "image/jpeg" }));
  }
  const [width, height] = [Number(dictionary.get("Width")), Number(dictionary.get("Height"))];
  const colors = await readColors(file, dictionary);
  const samples = readSamples(await file.bytes(value), {
    width,
    height,
    channels: colors.channels,
    bits: Number(dictionary.get("BitsPerComponent")),
  });
  const mask = dictionary.get("SMask");
  const alpha = mask === undefined ? undefined : await file.bytes(mask);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    pixels.set(colors.read(samples, pixel * colors.channels), pixel * 4);
    pixels[pixel * 4 + 3] = alpha?.[pixel] ?? 255;
  }
  return createImageBitmap(new ImageData(pixels, width, height));
}

interface ColorSpace {
  channels: number;
  /** Returns red, green and blue of the samples from `at`, which are 0 to 255, or indexes of a color table. */
  read(samples: Uint8Array, at: number): [number, number, number];
}

async function readColors(file: ParsedPdf, dictionary: PdfDictionary): Promise<ColorSpace> {
  const { value: space } = await file.resolve(dictionary.get("ColorSpace"));
  const depth = Number(dictionary.get("BitsPerComponent"));
  const [kind, , , table] = toList(space);
  if (kind === "/Indexed") {
    const { value } = await file.resolve(table);
    const bytes =
      typeof value === "object" && "bytes" in value
        ? value.bytes
        : String.fromCharCode(...(await file.bytes(table)));
    const channel = (index: number) => bytes.charCodeAt(index) || 0;
    return {
      channels: 1,
      read: (samples, at) => {
        const index = (samples[at] ?? 0) * 3;
        return [channel(index), channel(index + 1), channel(index + 2)];
      },
    };
  }
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const channel = (samples: Uint8Array, at: number) => (samples[at] ?? 0) * scale;
  if (space === "/DeviceGray") {
    return {
      channels: 1,
      read: (samples, at) => {
        const gray = channel(samples, at);
        return [gray, gray, gray];
      },
    };
  }
  return {
    channels: 3,
    read: (samples, at) => [
      channel(samples, at),
      channel(samples, at + 1),
      channel(samples, at + 2),
    ],
  };
}

interface Layout {
  width: number;
  height: number;
  channels: number;
  bits: number;
}

/** Returns a byte for each sample; rows begin with a new byte, and of 16 bits the upper ones count. */
function readSamples(data: Uint8Array, { width, height, channels, bits }: Layout): Uint8Array {
  const perRow = width * channels;
  if (bits === 8) return data;
  const samples = new Uint8Array(perRow * height);
  const stride = Math.ceil((perRow * bits) / 8);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < perRow; column++) {
      const bit = column * bits;
      const byte = data[row * stride + (bit >> 3)] ?? 0;
      const value = bits === 16 ? byte : (byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
      samples[row * perRow + column] = value;
    }
  }
  return samples;
}
