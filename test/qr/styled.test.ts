import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createContext } from "#src/context.js";
import { encodePngFile } from "#src/lib/graphics/png.js";
import { readPngPixels } from "#src/lib/graphics/png-pixels.js";
import type { ToolReply } from "#src/tools/define.js";
import jsqr from "jsqr";
import qrTool from "#src/tools/qr/tool.js";
import { runTool } from "#src/tools/run.js";
import { deflateSync } from "node:zlib";
import { findSkipReason } from "../support/needs.ts";

const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
const folder = mkdtempSync(join(tmpdir(), "sundry-styled-"));
after(async () => {
  await context.close();
  rmSync(folder, { recursive: true });
});

const run = async (input: object, format: "json" | "file" = "file"): Promise<ToolReply> =>
  runTool(qrTool, input, { context, format });

function readText(body: ToolReply["body"]): string {
  assert.equal(typeof body, "string");
  return body as string;
}

interface Described {
  dataUrl: string;
  warnings: string[];
  errorCorrectionLevel: string;
}
const warn = async (style: object) => (await describeCode({ text: TEXT, ...style })).warnings;
const describeCode = async (input: object) => (await run(input, "json")).body as Described;

const toSvgUrl = (markup: string) =>
  `data:image/svg+xml;base64,${Buffer.from(markup).toString("base64")}`;

/** A round badge with a stroke, a curve and two colors. */
const SVG_LOGO = toSvgUrl(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#0af" stroke="#024" stroke-width="2"/><path d="M7 13c2 5 8 5 10 0" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
);

/** A PNG of 64 × 48 pixels: red, with a transparent corner. */
function createPngLogo(): string {
  const [width, height] = [64, 48];
  const lines = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isClear = x < 16 && y < 16;
      lines.set([200, 20, 40, isClear ? 0 : 255], y * (width * 4 + 1) + 1 + x * 4);
    }
  }
  const file = encodePngFile({ width, height, depth: 8, alpha: true }, [deflateSync(lines)]);
  return `data:image/png;base64,${file.toString("base64")}`;
}
const PNG_LOGO = createPngLogo();

function clamp(value: number, limit: number): number {
  return Math.max(0, Math.min(limit - 1, value));
}

/**
 * Blurs a picture by averaging squares of 2 × `radius` + 1 pixels, and writes it without opacity.
 */
function blur(png: Uint8Array, radius: number): Buffer {
  const { width, height, pixels } = readPngPixels(png);
  // The sum of a square is the sum of its rows' sums.
  const rowSums = new Uint32Array(pixels.length);
  for (let y = 0; y < height; y++)
    sumLine(pixels, rowSums, { start: y * width * 4, step: 4, length: width, radius });
  const sums = new Uint32Array(pixels.length);
  for (let x = 0; x < width; x++)
    sumLine(rowSums, sums, { start: x * 4, step: width * 4, length: height, radius });
  const stride = width * 3 + 1;
  const lines = Buffer.alloc(stride * height);
  const count = (2 * radius + 1) ** 2;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = Math.floor(pixel / width) * stride + 1 + (pixel % width) * 3;
    for (let channel = 0; channel < 3; channel++)
      lines[at + channel] = Math.round((sums[pixel * 4 + channel] ?? 0) / count);
  }
  return encodePngFile({ width, height, depth: 8 }, [deflateSync(lines)]);
}

/** A row or column of pixels: where it starts, and the distance between its pixels. */
interface Line {
  start: number;
  step: number;
  length: number;
  radius: number;
}

/**
 * Adds up the channels of the 2 × `radius` + 1 pixels around each pixel of a line: each sum is the
 * one before, with a pixel more and one less.
 */
function sumLine(
  pixels: ArrayLike<number>,
  sums: Uint32Array,
  { start, step, length, radius }: Line,
): void {
  for (let channel = start; channel < start + 3; channel++) {
    const read = (index: number) => pixels[channel + clamp(index, length) * step] ?? 0;
    let sum = 0;
    for (let index = -radius; index <= radius; index++) sum += read(index);
    for (let index = 0; index < length; index++) {
      sums[channel + index * step] = sum;
      sum += read(index + radius + 1) - read(index - radius);
    }
  }
}

async function readByZxing(png: Uint8Array): Promise<string | undefined> {
  const { codes } = await context.barcodeReader.read(Uint8Array.from(png), {
    formats: ["QRCode"],
    max: 1,
  });
  return codes[0] && Buffer.from(codes[0].bytes).toString();
}

function readByZbar(png: Uint8Array): string | undefined {
  const file = join(folder, "code.png");
  writeFileSync(file, png);
  const { stdout } = spawnSync("zbarimg", [
    "--quiet",
    "--raw",
    "-Sdisable",
    "-Sqrcode.enable",
    file,
  ]);
  return stdout.length > 0 ? stdout.toString().replace(/\n$/, "") : undefined;
}

function readByJsqr(png: Uint8Array): string | undefined {
  const { width, height, pixels } = readPngPixels(png);
  const found = jsqr.default(pixels, width, height, { inversionAttempts: "dontInvert" });
  return found ? Buffer.from(found.binaryData).toString() : undefined;
}

const TEXT = "https://example.com/menu/2026?table=12";
const CODES = [
  { name: "SVG logo", logo: SVG_LOGO },
  { name: "PNG logo", logo: PNG_LOGO },
  { name: "rounded", moduleShape: "rounded" },
  { name: "dots", moduleShape: "dots" },
  { name: "rounded with logo", moduleShape: "rounded", logo: SVG_LOGO, darkColor: "#123a6b" },
  { name: "dots with logo", moduleShape: "dots", logo: PNG_LOGO, lightColor: "#fff8e7" },
];

const SHAPES = ["square", "rounded", "dots"];
const EYES = ["square", "rounded", "circle"];

/** Returns the modules on a side of a code with its quiet zone. */
async function measure(text: string, style: object): Promise<number> {
  const { body } = await run({ text, ...style });
  return Number(/viewBox="0 0 (\d+) /.exec(readText(body))?.[1]);
}

describe("codes with a logo or shaped modules", () => {
  for (const { name, ...style } of CODES) {
    for (const width of [200, 400, 1000]) {
      it(
        `two readers agree on a ${name} code of ${width} px, sharp and blurred`,
        { skip: findSkipReason("zbarimg --version") },
        async () => {
          const { body } = await run({ text: TEXT, format: "png", width, ...style });
          const sharp = body as Uint8Array;
          // Averages squares of about half a module, of which the width has 45 with the quiet zone.
          const blurred = blur(sharp, Math.max(1, Math.floor(width / 45 / 5)));
          for (const [look, png] of Object.entries({ sharp, blurred })) {
            const read = { look, zxing: await readByZxing(png), zbar: readByZbar(png) };
            assert.deepEqual(read, { look, zxing: TEXT, zbar: TEXT });
          }
        },
      );
    }
  }

  for (const { name, ...style } of CODES.filter(({ name: code }) => code.startsWith("dots"))) {
    it(`jsQR and zxing read ${name} at every size, for short and long texts`, async () => {
      const missed: string[] = [];
      for (const text of ["hello", TEXT, TEXT.repeat(3), TEXT.repeat(7)]) {
        const modules = await measure(text, style);
        for (const scale of [3, 4, 5, 6, 14]) {
          const request = { text, format: "png", ...style, width: modules * scale };
          const png = (await run(request)).body as Uint8Array;
          if (readByJsqr(png) !== text) missed.push(`jsQR ${text.length} at ${scale}`);
          if ((await readByZxing(png)) !== text) missed.push(`zxing ${text.length} at ${scale}`);
        }
      }
      assert.deepEqual(missed, []);
    });
  }

  for (const eyeShape of EYES) {
    it(
      `two readers read ${eyeShape} eyes with each module shape, in one color, two, and with a logo`,
      { skip: findSkipReason("zbarimg --version") },
      async () => {
        const gradient = { darkColor: "#1d4ed8", gradientColor: "#be185d" };
        for (const moduleShape of SHAPES) {
          for (const colors of [{}, gradient, { ...gradient, logo: SVG_LOGO, width: 400 }]) {
            const style = { moduleShape, eyeShape, ...colors };
            const { body, headers } = await run({ text: TEXT, format: "png", ...style });
            const png = body as Uint8Array;
            const read = { zxing: await readByZxing(png), zbar: readByZbar(png) };
            assert.deepEqual(read, { zxing: TEXT, zbar: TEXT }, JSON.stringify(style));
            assert.equal(headers?.["X-QR-Warnings"], undefined, JSON.stringify(style));
          }
        }
      },
    );
  }

  it("modules change from the first color to the second, from corner to corner", async () => {
    const colors = { darkColor: "#004000", gradientColor: "#400000" };
    const png = (await run({ text: TEXT, format: "png", width: 370, ...colors })).body;
    const { pixels } = readPngPixels(png as Uint8Array);
    const getPixel = (x: number, y: number) => {
      const at = (y * 370 + x) * 4;
      return Array.from(pixels.subarray(at, at + 4));
    };
    assert.deepEqual(getPixel(0, 0), [255, 255, 255, 255]);
    // The outer corners of the finder patterns: 29 modules of 10 pixels behind 4 of quiet zone.
    assert.deepEqual(getPixel(40, 40), [0, 64, 0, 255]);
    assert.deepEqual(getPixel(329, 40), [32, 32, 0, 255]);
    assert.deepEqual(getPixel(40, 329), [32, 32, 0, 255]);
    const svg = readText((await run({ text: TEXT, ...colors })).body);
    assert.match(svg, /<linearGradient id="([^"]+)".*stop-color="#004000".*#400000.*url\(#\1\)/);
  });

  it("both colors of a gradient need contrast, on the same side of the background", async () => {
    assert.deepEqual(await warn({ gradientColor: "#475569" }), []);
    assert.deepEqual((await warn({ gradientColor: "#cbd5e1" }))[0], "low-contrast");
    assert.deepEqual(
      (await warn({ darkColor: "#cbd5e1", gradientColor: "#000000" }))[0],
      "low-contrast",
    );
    const across = { lightColor: "#777777", darkColor: "#000000", gradientColor: "#ffffff" };
    assert.deepEqual((await warn(across)).slice(0, 2), ["low-contrast", "inverted"]);
    await assert.rejects(async () => run({ text: TEXT, gradientColor: "#fff" }), {
      message: "gradientColor must differ from lightColor",
    });
  });

  it("styled codes have the requested size and the same bytes every time", async () => {
    const request = { text: TEXT, format: "png", width: 333, moduleShape: "dots", logo: PNG_LOGO };
    const [one, other] = [await run(request), await run(request)];
    assert.deepEqual(one.body, other.body);
    const { width, height } = readPngPixels(one.body as Uint8Array);
    assert.deepEqual([width, height], [333, 333]);
  });

  it("styled codes have level H unless one is given or the text needs the room", async () => {
    assert.equal((await describeCode({ text: TEXT, logo: SVG_LOGO })).errorCorrectionLevel, "H");
    const set = { text: TEXT, logo: SVG_LOGO, errorCorrectionLevel: "Q" };
    assert.equal((await describeCode(set)).errorCorrectionLevel, "Q");
    const long = { text: "x".repeat(1500), logo: SVG_LOGO };
    assert.equal((await describeCode(long)).errorCorrectionLevel, "Q");
    assert.equal(
      (await describeCode({ text: TEXT, moduleShape: "dots" })).errorCorrectionLevel,
      "M",
    );
  });

  it("styled codes have a warning when no reader finds the text", async () => {
    const faint = { text: TEXT, moduleShape: "dots", darkColor: "#fefefe", lightColor: "#ffffff" };
    const { warnings } = await describeCode(faint);
    assert.deepEqual(warnings, ["low-contrast", "unreadable"]);
    const { headers } = await run(faint);
    assert.equal(headers?.["X-QR-Warnings"], "low-contrast, unreadable");
    assert.deepEqual((await describeCode({ text: TEXT, logo: SVG_LOGO })).warnings, []);
  });

  it("a code whose check is interrupted is unavailable instead of unreadable", async () => {
    const barcodeReader = { read: () => Promise.resolve({ codes: [], isComplete: false }) };
    const late = { ...context, barcodeReader };
    const input = { text: TEXT, moduleShape: "dots" };
    await assert.rejects(async () => runTool(qrTool, input, { context: late }), {
      message: "The image took too long to check.",
    });
  });

  it("a styled SVG has no references, and a vector logo stays one", async () => {
    const { body, type } = await run({ text: TEXT, moduleShape: "rounded", logo: SVG_LOGO });
    assert.equal(type, "image/svg+xml");
    assert.match(readText(body), /<svg [^>]*viewBox="0 0 24 24"[^>]*><circle /);
    assert.doesNotMatch(readText(body), /href|<script|style=/);
    const { body: withPixels } = await run({ text: TEXT, logo: PNG_LOGO });
    assert.match(readText(withPixels), /<image [^>]*href="data:image\/png;base64,/);
  });

  it("codes with square modules have the bytes of plain codes", async () => {
    const plain = await run({ text: TEXT, format: "png" });
    const square = await run({ text: TEXT, format: "png", moduleShape: "square" });
    assert.deepEqual(plain.body, square.body);
    assert.equal((plain.body as Uint8Array).length < 600, true);
  });
});

describe("invalid logos", () => {
  const ARCS = `<svg viewBox="0 0 9 9"><path d="M0 0${"a9 9 0 1 1 1 1".repeat(5001)}"/></svg>`;
  const damaged = PNG_LOGO.slice(0, 30) + Buffer.from("not a picture").toString("base64");
  for (const [input, message] of [
    [{ logo: "https://example.com/logo.png" }, "logo must be a PNG or SVG data URL"],
    [{ logo: "data:image/gif;base64,R0lGOD" }, "logo must be a PNG or SVG data URL"],
    [{ logo: "data:image/png;base64,AAAA" }, "logo must be a complete PNG file"],
    [{ logo: damaged }, "logo must be a complete PNG file"],
    [
      { logo: toSvgUrl("<svg><script/></svg>") },
      "logo must be an SVG of shapes only, without script",
    ],
    [{ logo: toSvgUrl(ARCS) }, "logo must be a simpler SVG"],
    [{ logo: toSvgUrl("hello") }, "logo must be well-formed SVG without a DOCTYPE"],
    [
      { logo: toSvgUrl('<svg viewBox="x y 10 10"><path d="M0 0h9v9"/></svg>') },
      "logo must be an SVG with a viewBox or a width and height",
    ],
    [
      { logo: toSvgUrl('<svg viewBox="0 0 9 9"><path d="M0 0L1e30 1e30"/></svg>') },
      "logo must be an SVG with coordinates near its viewBox",
    ],
    [
      { logo: SVG_LOGO, text: "a", errorCorrectionLevel: "L" },
      "logo hides too much of this code at level L; use errorCorrectionLevel H",
    ],
    [{ logo: "x".repeat(200_000) }, "logo must have at most 136636 characters"],
    [{ moduleShape: "star" }, "moduleShape must be one of square, rounded, dots"],
  ] as const) {
    it(`a logo or shape is rejected with "${message}"`, async () => {
      await assert.rejects(async () => run({ text: TEXT, ...input }), { message });
    });
  }

  it("a PNG logo whose pixels are damaged is rejected", async () => {
    const bytes = Buffer.from(PNG_LOGO.split(",")[1] ?? "", "base64");
    bytes.fill(0, 50, 60);
    const logo = `data:image/png;base64,${bytes.toString("base64")}`;
    await assert.rejects(async () => run({ text: TEXT, logo }), {
      message: "logo is a damaged PNG file",
    });
  });
});

describe("sizes for print", () => {
  it("a print size gives an SVG millimeters and a PNG pixels and a density", async () => {
    const svg = readText((await run({ text: "a", moduleMm: 0.5 })).body);
    assert.match(svg, /^<svg [^>]*width="14.5mm" height="14.5mm" viewBox="0 0 29 29"/);
    const input = { text: "a", format: "png", moduleMm: 0.5, dpi: 600 };
    const described = (await run(input, "json")).body as {
      width: number;
      sizeMm: { width: number };
    };
    assert.deepEqual([described.width, described.sizeMm.width], [29 * 12, 14.5]);
    const png = Buffer.from((await run(input)).body as Uint8Array);
    // 12 pixels in half a millimeter.
    assert.equal(png.readUInt32BE(png.indexOf("pHYs") + 4), 24_000);
    const dense = Buffer.from(
      (await run({ text: "a", format: "png", dpi: 254 })).body as Uint8Array,
    );
    assert.equal(dense.readUInt32BE(dense.indexOf("pHYs") + 4), 10_000);
    assert.equal(dense.readUInt32BE(16), 300);
  });

  it("print sizes that contradict each other or are too large are rejected", async () => {
    await assert.rejects(async () => run({ text: "a", moduleMm: 1, width: 100 }), {
      message: "width must not be combined with moduleMm",
    });
    await assert.rejects(async () => run({ text: "a", moduleMm: 5, dpi: 1200 }), {
      message:
        "moduleMm makes more than 40 megapixels; at this resolution the largest that fits is 4.62",
    });
  });
});
