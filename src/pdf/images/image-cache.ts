import { ImageError } from "../../lib/graphics/image-error.ts";
import { countFilteredBytes, type PngHeader } from "../../lib/graphics/png-header.ts";
import type { DecodedImage } from "./decoded-image.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";

/** Maximum decompressed bytes of all images of a document. */
const MAX_BYTES = 64 * 2 ** 20;

/** The images of a document, each read once. */
export class ImageCache {
  readonly #images = new Map<Uint8Array, DecodedImage>();
  #bytes = 0;

  /**
   * Reads a PNG or JPEG image. Throws ImageError for anything else, for damaged files and for too
   * many pixels.
   */
  read(bytes: Uint8Array): DecodedImage {
    const image = this.#images.get(bytes) ?? this.#decode(bytes);
    this.#images.set(bytes, image);
    return image;
  }

  #decode(bytes: Uint8Array): DecodedImage {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (data.length > 8 && data.readUInt32BE(0) === 0x89_50_4e_47) {
      return readPng(data, (header) => this.#reserve(header));
    }
    if (data.length > 4 && data.readUInt16BE(0) === 0xff_d8) return readJpeg(data);
    throw new ImageError("is neither a PNG nor a JPEG file");
  }

  /** Counts an image before it is decompressed. */
  #reserve(header: PngHeader): void {
    this.#bytes += countFilteredBytes(header);
    if (this.#bytes <= MAX_BYTES) return;
    throw new ImageError("must have at most 64 MiB of pixels together with the other images");
  }
}
