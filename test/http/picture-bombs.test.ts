import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { encodePngFile } from "#src/lib/graphics/png.js";
import { createBlankPng } from "../support/png-bomb.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const MIB = 2 ** 20;

/** Memory that one picture may add, at its peak. */
const MAX_GROWTH = 150 * MIB;

/** A small readable picture, which starts the reader. */
const ORDINARY = encodePngFile({ width: 8, height: 8, depth: 8 }, [
  deflateSync(Buffer.alloc(25 * 8)),
]);

/** Returns a GIF of this size with two colors and a single pixel. */
function createGif(width: number, height: number): Buffer {
  const colors = "\xff\xff\xff\0\0\0";
  const head = `GIF89a\0\0\0\0\x80\0\0${colors},\0\0\0\0\0\0\0\0\0`;
  const gif = Buffer.from(`${head}\x02\x02\x44\x01\0;`, "latin1");
  for (const at of [6, 24]) {
    gif.writeUInt16LE(width, at);
    gif.writeUInt16LE(height, at + 2);
  }
  return gif;
}

/** Returns a progressive JPEG of this size that ends after its header. */
function createJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from("ffd8ffc20011080000000003011100021100031100", "hex");
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  const scan = Buffer.from("ffda000c03010002000300003f00ffd9", "hex");
  return Buffer.concat([frame, scan]);
}

function toUrl(image: Buffer): string {
  return `data:image/png;base64,${image.toString("base64")}`;
}

describe(
  "pictures that are larger than their files",
  { skip: process.platform !== "linux" },
  () => {
    let server: RunningServer;
    before(async () => {
      server = await startServer({ TRUST_PROXY: "1" });
      await read(ORDINARY);
      await post("/api/v1/pdf", { markdown: "x" });
    });
    after(() => server.stop());

    const post = (path: string, body: object) => postJson(server.url + path, body, createCaller());
    const read = (image: Buffer) =>
      post("/api/v1/barcode-read", { image: image.toString("base64") });

    function readMemory(name: "VmRSS" | "VmHWM"): number {
      const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8");
      return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    }

    /**
     * Returns the status of a request, after checking what it added to the server's memory at its
     * peak.
     */
    async function measure(name: string, request: () => Promise<Response>): Promise<number> {
      // Forgets the peak of earlier requests.
      writeFileSync(`/proc/${server.process.pid}/clear_refs`, "5");
      const usual = readMemory("VmRSS");
      const response = await request();
      await response.arrayBuffer();
      const growth = readMemory("VmHWM") - usual;
      assert.ok(growth <= MAX_GROWTH, `${name} added ${Math.round(growth / MIB)} MiB`);
      return response.status;
    }

    it("each picture to read adds at most 150 MiB of memory", async () => {
      const bomb = createBlankPng({ width: 8, height: 8, bytes: 700 * MIB });
      const deep = createBlankPng({ width: 4000, height: 4000, depth: 16 });
      const pictures: [name: string, picture: Buffer, status: number][] = [
        ["a PNG of 8 × 8 pixels with 700 MiB", bomb, 200],
        ["a PNG of 16 megapixels with 128 MiB", deep, 200],
        ["a GIF of 16 megapixels", createGif(4000, 4000), 422],
        ["a GIF of 9 megapixels", createGif(3000, 3000), 200],
        // Both are cut short, but the decoder has its memory before it notices.
        ["a progressive JPEG of 9 megapixels", createJpeg(3000, 3000), 422],
        ["a progressive JPEG of 16 megapixels", createJpeg(4000, 4000), 422],
      ];
      for (const [name, picture, status] of pictures) {
        assert.equal(await measure(name, () => read(picture)), status, name);
      }
    });

    it("PDFs refuse pictures of more than 48 MiB each and 64 MiB together, before they have memory", async () => {
      const huge = createBlankPng({ width: 6300, height: 6300, depth: 16 });
      const wide = createBlankPng({ width: 3500, height: 3500 });
      const logo = toUrl(createBlankPng({ width: 4096, height: 4096 }));
      const markdown = "![a](a) ![b](b)";
      const invoice = {
        from: { name: "A" },
        to: { name: "B" },
        items: [{ description: "x", quantity: 1, rate: 1 }],
      };
      const requests: [name: string, path: string, body: object, status: number][] = [
        ["a picture of 303 MiB", "/api/v1/pdf", { markdown, images: { a: toUrl(huge) } }, 422],
        ["a picture of 47 MiB", "/api/v1/pdf", { markdown, images: { a: toUrl(wide) } }, 200],
        [
          "two of 47 MiB",
          "/api/v1/pdf",
          { markdown, images: { a: toUrl(wide), b: toUrl(wide) } },
          422,
        ],
        ["a logo of 64 MiB", "/api/invoice?format=pdf", { ...invoice, logo }, 422],
      ];
      for (const [name, path, body, status] of requests) {
        assert.equal(await measure(name, () => post(path, body)), status, name);
      }
    });
  },
);
