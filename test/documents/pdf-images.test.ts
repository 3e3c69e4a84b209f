import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPngPixels } from "#src/lib/graphics/png-pixels.js";
import { PAGE_SIZES } from "#src/pdf/document.js";
import { renderPdf } from "#src/pdf/render.js";
import { findSkipReason } from "../support/needs.ts";
import { type PdfObjects, readObjects } from "../support/pdf-conformance/objects.ts";
import {
  createSamplePng,
  HEIGHT,
  KINDS,
  type PngKind,
  toRgba,
  WIDTH,
} from "../support/png-samples.ts";

const margin = { top: 60, right: 60, bottom: 60, left: 60 };

function embed(data: Uint8Array): { bytes: Uint8Array; objects: PdfObjects } {
  const { bytes } = renderPdf({
    title: "Picture",
    language: "en",
    date: "2026-03-02T00:00:00Z",
    page: { ...PAGE_SIZES.A4, margin },
    body: [{ type: "image", data, alt: "A picture" }],
  });
  return { bytes, objects: readObjects(bytes) };
}

/** Returns the samples of rows, each of which begins with a new byte. */
function unpack(bytes: Buffer, depth: number, perRow: number): number[] {
  const stride = Math.ceil((perRow * depth) / 8);
  return Array.from({ length: HEIGHT }, (_, row) => {
    const line = Array.from(bytes.subarray(row * stride, (row + 1) * stride), (byte) =>
      byte.toString(2).padStart(8, "0"),
    ).join("");
    return Array.from({ length: perRow }, (_value, at) =>
      Number.parseInt(line.slice(at * depth, (at + 1) * depth), 2),
    );
  }).flat();
}

/**
 * Returns red, green, blue and alpha of the only image in a file, as another program decodes it.
 */
function readEmbedded(objects: PdfObjects, kind: PngKind, palette: readonly number[]): number[] {
  const images = [...objects.all()].filter(({ dictionary }) => dictionary["/Subtype"] === "/Image");
  const image = images.find(({ dictionary }) => dictionary["/ColorSpace"] && isColors(dictionary));
  const mask = image?.dictionary["/SMask"];
  const channels = kind.color === 2 || kind.color === 6 ? 3 : 1;
  const samples = unpack(objects.bytes(image?.reference), kind.depth, WIDTH * channels);
  const alpha = mask === undefined ? undefined : objects.bytes(mask);
  const opaque: PngKind = {
    ...kind,
    color: kind.color === 6 ? 2 : kind.color === 4 ? 0 : kind.color,
  };
  return Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const own = samples.slice(pixel * channels, (pixel + 1) * channels);
    return [...toRgba(opaque, own, palette).slice(0, 3), alpha?.[pixel] ?? 255];
  }).flat();

  function isColors(dictionary: object): boolean {
    return images.length === 1 || "/SMask" in dictionary;
  }
}

describe("PNG images in a PDF", { skip: findSkipReason("qpdf --version") }, () => {
  for (const kind of KINDS) {
    const { color, depth, interlaced } = kind;
    const look = interlaced ? "interlaced" : "plain";
    it(`an image of color type ${color} with ${depth} bits, ${look}, keeps its pixels`, () => {
      const { palette, file } = createSamplePng(kind);
      const pixels = readEmbedded(embed(file).objects, kind, palette);
      assert.deepEqual(pixels, Array.from(readPngPixels(file).pixels));
    });
  }

  it("an opaque image is embedded as it is compressed in its file", () => {
    const { file } = createSamplePng({ color: 2, depth: 8, interlaced: false });
    const start = file.indexOf("IDAT") + 4;
    const data = file.subarray(start, start + file.readUInt32BE(start - 8));
    assert.notEqual(Buffer.from(embed(file).bytes).indexOf(data), -1);
  });
});
