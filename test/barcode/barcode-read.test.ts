import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { encodePngFile } from "#src/lib/graphics/png.js";
import { createBarcodeReader } from "#src/tools/barcode-read/barcode-reader.js";
import { decodeImage, readBarcodes } from "#src/tools/barcode-read/barcode-read.js";
import { readImageHeader } from "#src/lib/graphics/image-header.js";
import type { ReadableType } from "#src/tools/barcode-read/readable-types.js";
import { BARCODE_TYPES } from "#src/domain/symbol/barcode-types.js";
import { eventually } from "../support/eventually.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { createPress, sampleTexts } from "./samples.ts";

const press = createPress();
const barcodeReader = createBarcodeReader();
after(() => Promise.all([press.close(), barcodeReader.close()]));

/** Lets the clock of workers run as if other processes had most of the processor. */
const FAST_WALL_CLOCK = `
  import { isMainThread } from "node:worker_threads";
  const now = performance.now.bind(performance);
  if (!isMainThread) performance.now = () => 1000 * now();
`;

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function read(image: Uint8Array, types?: ReadableType[]) {
  return readBarcodes(
    { image: toBase64(image), max: 5, ...(types && { types }) },
    { barcodeReader },
  );
}

function catchProblem(image: string): Promise<string> {
  return readBarcodes({ image, max: 5 }, { barcodeReader }).then(
    () => "",
    ({ message }: Error) => message,
  );
}

/** Returns vertical stripes, which a reader takes for the starts of thousands of symbols. */
function createStripes(side: number, period: number): Buffer {
  const stride = 1 + Math.ceil(side / 8);
  const lines = Buffer.alloc(stride * side);
  for (let x = 0; x < side; x++) {
    if (x % period >= period / 2) continue;
    for (let y = 0; y < side; y++) {
      const at = y * stride + 1 + (x >> 3);
      lines[at] = (lines[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const head = { width: side, height: side, depth: 1, palette: [255, 255, 255, 0, 0, 0] } as const;
  return encodePngFile(head, [deflateSync(lines, { level: 9 })]);
}

describe("reading barcodes", { timeout: 400_000 }, () => {
  it("a barcode of each type is found by the type's name, with its text", async () => {
    for (const type of BARCODE_TYPES) {
      const [text = ""] = sampleTexts(type, 1);
      const { text: encoded } = await press.describe({ type, text });
      const png = await press.png({ type, text, scale: 3 });
      const { codes, complete, count } = await read(png, [type]);
      assert.deepEqual([count, complete], [1, true], type);
      assert.equal(codes[0]?.type, type);
      assert.equal(codes[0]?.text, encoded);
    }
  });

  it("a GS1 message is returned with its elements, the symbol's corners and its rotation", async () => {
    const text = "(01)09506000134352(10)ABC(17)270101";
    const png = await press.png({ type: "gs1-128", text, scale: 2, rotate: 90 });
    const { codes } = await read(png);
    assert.equal(codes[0]?.type, "gs1-128");
    assert.equal(codes[0]?.text, text);
    assert.deepEqual(
      codes[0]?.elements?.map(({ ai }) => ai),
      ["01", "10", "17"],
    );
    assert.equal(codes[0]?.rotation, 90);
    assert.equal(codes[0]?.position.length, 4);
  });

  it("a read of a picture of stripes ends at the deadline, and the next read succeeds [slow]", async () => {
    const reader = createBarcodeReader({ deadlineMs: 500, workers: 1 });
    const image = Uint8Array.from(createStripes(4000, 2));
    const options = { formats: ["Code128", "EAN13", "DataMatrix", "PDF417"], max: 5 };
    const outcome = await reader.read(image, options);
    assert.deepEqual(outcome, { codes: [], isComplete: false });
    const png = Uint8Array.from(await press.png({ text: "next", scale: 2, margin: 20 }));
    const next = await reader.read(png, { formats: ["Code128"], max: 1 });
    assert.equal(next.codes[0]?.text, "next");
    await reader.close();
  });

  it("files that are not images, are damaged or are too large are rejected", async () => {
    const png = await press.png({ text: "A", scale: 2 });
    assert.match(await catchProblem("not base64!"), /must be base64 or a data URL/);
    assert.match(
      await catchProblem(toBase64(Buffer.from("hello"))),
      /must be a PNG, JPEG, GIF or BMP/,
    );
    assert.match(await catchProblem(toBase64(png.subarray(0, 100))), /is damaged/);
    const huge = Buffer.from(png);
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    assert.match(await catchProblem(toBase64(huge)), /100000 × 100000 pixels/);
    assert.match(await catchProblem("A".repeat(6e6)), /at most 4 MiB/);
  });
});

/** Returns the header of an image. */
function createHeader(format: "png" | "gif" | "jpeg", width: number, height: number): Buffer {
  if (format === "png") {
    const header = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const size = Buffer.alloc(24);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return Buffer.concat([header, size]);
  }
  if (format === "gif") {
    const header = Buffer.from("GIF89a\0\0\0\0\0\0\0", "latin1");
    header.writeUInt16LE(width, 6);
    header.writeUInt16LE(height, 8);
    return header;
  }
  // Progressive, and each component has as many samples as the image has pixels.
  const frame = Buffer.from("ffd8ffc20011080000000003011100021100031100", "hex");
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return frame;
}

describe("limits of an image to read", () => {
  for (const [format, width, height, problem] of [
    ["png", 4000, 4000, undefined],
    ["png", 4000, 4001, /has 4000 × 4001 pixels, at most 16 megapixels are allowed/],
    ["png", 65_535, 1, undefined],
    ["png", 65_536, 1, /at most 65535 pixels on a side/],
    ["gif", 4000, 2500, undefined],
    ["gif", 4000, 2600, /needs too much memory/],
    ["jpeg", 4000, 2500, undefined],
    ["jpeg", 4000, 2600, /needs too much memory/],
  ] as const) {
    it(`a ${format} of ${width} × ${height} pixels is ${problem ? "rejected" : "accepted"}`, () => {
      const image = createHeader(format, width, height).toString("base64");
      if (problem) assert.throws(() => decodeImage(image), { message: problem });
      else assert.ok(decodeImage(image));
    });
  }
});

describe("image headers", () => {
  it("the size of a GIF and of a BMP is read from the header, and none from a truncated JPEG", () => {
    const gif = Buffer.from("GIF89a\x20\x03\x58\x02\0\0\0", "latin1");
    assert.deepEqual(readImageHeader(gif), { format: "gif", width: 800, height: 600 });
    const bmp = Buffer.alloc(30);
    bmp.write("BM");
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(800, 18);
    bmp.writeInt32LE(-600, 22);
    assert.deepEqual(readImageHeader(bmp), { format: "bmp", width: 800, height: 600 });
    const jpeg = Buffer.from(
      "ffd8ffe000104a46494600ffffffffffffffffffffffc00011080258032003012200",
      "hex",
    );
    assert.equal(readImageHeader(jpeg.subarray(0, 8)), undefined);
  });

  it("the size of a JPEG is found after other segments and fill bytes", () => {
    const app0 = Buffer.concat([Buffer.from("ffe00010", "hex"), Buffer.alloc(14)]);
    const frame = Buffer.from("ffffc2001108025803200301220002110103", "hex");
    const file = Buffer.concat([Buffer.from("ffd8", "hex"), app0, frame, Buffer.alloc(8)]);
    const { width, height } = readImageHeader(file) ?? {};
    assert.deepEqual([width, height], [800, 600]);
  });
});

describe("POST /api/v1/barcode-read", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  it("POST /api/v1/barcode-read reads a data URL, and a QR code too", async () => {
    const qr = await postJson(`${server.url}/api/v1/qr`, { text: "hello", format: "png" });
    const { dataUrl } = (await qr.json()) as { dataUrl: string };
    // The first search may miss its deadline on a busy machine, because its code is not compiled
    // yet.
    await eventually(async () => {
      const url = `${server.url}/api/v1/barcode-read`;
      const response = await postJson(url, { image: dataUrl }, createCaller());
      assert.equal(response.status, 200);
      const { count, codes } = (await response.json()) as {
        count: number;
        codes: { type: string; text: string }[];
      };
      assert.deepEqual([count, codes[0]?.type, codes[0]?.text], [1, "qr", "hello"]);
    });
  });

  it(
    "POST /api/v1/barcode-read counts the processor time of a search, not the time that passes",
    { skip: process.platform !== "linux" },
    async (test) => {
      const script = `data:text/javascript,${encodeURIComponent(FAST_WALL_CLOCK)}`;
      const busy = await startServer({ NODE_OPTIONS: `--import=${script}` });
      test.after(() => busy.stop());
      const image = toBase64(createStripes(3000, 1000));
      const response = await postJson(`${busy.url}/api/v1/barcode-read`, { image });
      assert.equal(((await response.json()) as { complete: boolean }).complete, true);
    },
  );

  it("POST /api/v1/barcode-read is limited to 30 requests a minute", async () => {
    const response = await postJson(`${server.url}/api/v1/barcode-read`, { image: "x" });
    assert.equal(response.status, 422);
    assert.match(response.headers.get("ratelimit-policy") ?? "", /q=30/);
  });
});
