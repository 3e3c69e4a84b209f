import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodePixels, readChunks } from "../support/png-chunks.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { createPress } from "./samples.ts";

const GS1 = "(01)09506000134352(17)270101(10)ABC123";
const press = createPress();
after(() => press.close());

const catchProblem = (input: object): Promise<string> =>
  press.reply(input).then(
    () => "",
    (error: Error) => error.message,
  );

/** Returns the pixels per meter of the file. */
function readDensity(png: Buffer): number {
  return readChunks(png).get("pHYs")?.readUInt32BE(0) ?? 0;
}

describe("check digits", () => {
  it("check digits are added where they are missing and verified where they are present", async () => {
    const expected = {
      ean13: ["950600013435", "9506000134352"],
      ean8: ["9638507", "96385074"],
      upca: ["01234567890", "012345678905"],
      upce: ["123456", "01234565"],
      itf14: ["1234567890123", "12345678901231"],
      isbn: ["316148410", "9783161484100"],
      issn: ["0317847", "9770317847001"],
      sscc: ["39626705081153115", "(00)396267050811531153"],
    };
    for (const [type, [text, complete]] of Object.entries(expected)) {
      const described = await press.describe({ type, text });
      assert.equal(described.text, complete, type);
      assert.equal(described.checkDigit, complete?.slice(-1), type);
      assert.equal((await press.describe({ type, text: complete })).text, complete, type);
    }
    assert.equal(
      await catchProblem({ type: "ean13", text: "9506000134350" }),
      "text has check digit 0, expected 2",
    );
    assert.equal(
      await catchProblem({ type: "isbn", text: "3-16-148410-0" }),
      "text has check digit 0, expected X",
    );
  });

  it("numbers with check digits may contain hyphens and spaces", async () => {
    const { text } = await press.describe({ type: "isbn", text: "978-3-16-148410-0" });
    assert.equal(text, "9783161484100");
    assert.equal((await press.describe({ type: "issn", text: "0317-8471" })).text, "9770317847001");
  });
});

describe("GS1 types", () => {
  it("a GS1 barcode is described by its elements and by its Digital Link, which encodes the same elements", async () => {
    const described = await press.describe({ type: "GS1 128", text: GS1 });
    assert.deepEqual(described.elements, [
      { ai: "01", title: "GTIN", value: "09506000134352" },
      { ai: "17", title: "USE BY or EXPIRY", value: "270101" },
      { ai: "10", title: "BATCH/LOT", value: "ABC123" },
    ]);
    assert.equal(described.humanReadable, GS1);
    const { digitalLink } = described;
    assert.equal(digitalLink, "https://id.gs1.org/01/09506000134352/10/ABC123?17=270101");
    const { text } = await press.describe({ type: "gs1-datamatrix", text: digitalLink });
    assert.equal(text, "(01)09506000134352(10)ABC123(17)270101");
  });

  it("an error about a GS1 message names the AI whose value is wrong", async () => {
    assert.equal(
      await catchProblem({ type: "gs1-128", text: "(01)09506000134352(17)271301" }),
      "text: AI (17) has the date 271301, which does not exist",
    );
  });
});

describe("barcode sizes", () => {
  it("a PNG has the requested size at its density, to half a pixel", async () => {
    for (const [type, text] of [
      ["ean13", "9506000134352"],
      ["itf14", "12345678901231"],
      ["code128", "ABC"],
      ["datamatrix", "ABC"],
    ]) {
      for (const size of [{}, { dpi: 600 }, { moduleMm: 0.4, dpi: 203 }, { scale: 7 }]) {
        const input = { type, text, format: "png", ...size };
        const { width, height, sizeMm } = await press.describe(input);
        const density = readDensity(await press.png(input)) / 1000;
        assert.ok(Math.abs(width / density - sizeMm.width) < 0.5 / density, type);
        assert.ok(Math.abs(height / density - sizeMm.height) < 0.5 / density, type);
      }
    }
  });

  it("the size of a description is that of the SVG file", async () => {
    for (const input of [
      { type: "upce", text: "123456" },
      { type: "code93", text: "ABC", rotate: 90 },
    ]) {
      const { sizeMm } = await press.describe({ ...input, format: "svg" });
      const svg = await press.svg(input);
      const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg) ?? [];
      assert.deepEqual(sizeMm, { width: Number(width), height: Number(height) });
    }
  });

  it("EAN-13 has 95 modules of 0.33 mm, bars of 22.85 mm and quiet zones of 11 and 7 modules", async () => {
    const input = {
      type: "ean13",
      text: "9506000134352",
      format: "png",
      dpi: 600,
      showText: false,
    };
    const { modules, sizeMm } = await press.describe(input);
    assert.deepEqual(modules, { x: 95, y: 1 });
    assert.equal(sizeMm.width, 37.29);
    assert.ok(Math.abs(sizeMm.height - 22.85) < 0.03);
    const [row = []] = decodePixels(await press.png(input));
    const scale = Math.round((0.33 * 600) / 25.4);
    assert.equal(row.indexOf(true), 11 * scale);
    assert.equal(row.length - 1 - row.lastIndexOf(true), 7 * scale);
  });

  it("an SVG has its size in millimeters", async () => {
    const svg = await press.svg({ type: "datamatrix", text: "ABC", moduleMm: 0.5, margin: 1 });
    assert.match(svg, /width="6mm" height="6mm" viewBox="0 0 12 12"/);
  });

  it("a size past 40 megapixels is rejected with the largest scale that fits", async () => {
    const input = { text: "A".repeat(80), type: "code39", heightMm: 200, scale: 32 };
    assert.match(await catchProblem(input), /^scale is 32 .* the largest that fits is \d+$/);
  });

  it("scale and dpi exclude each other", async () => {
    assert.equal(
      await catchProblem({ text: "A", scale: 2, dpi: 300 }),
      "scale must not be combined with dpi",
    );
  });
});

describe("barcode pictures", () => {
  it("rotation turns a barcode clockwise", async () => {
    const input = { type: "ean8", text: "9638507", format: "png", scale: 3 };
    const upright = decodePixels(await press.png(input));
    const turned = decodePixels(await press.png({ ...input, rotate: 90 }));
    assert.equal(turned.length, upright[0]?.length);
    // The left column of an upright picture becomes the top row, from right to left.
    const column = 7 * 3 + 1;
    const bars = Math.floor(upright.length / 2);
    for (let y = 0; y < bars; y++) {
      assert.equal(turned[column]?.[upright.length - 1 - y], upright[y]?.[column]);
    }
    const again = decodePixels(await press.png({ ...input, rotate: 180 }));
    for (let x = 0; x < (upright[0]?.length ?? 0); x++) {
      assert.equal(again.at(-1)?.at(-1 - x), upright[0]?.[x]);
    }
  });

  it("an SVG has its text as paths, without a text element", async () => {
    const svg = await press.svg({ type: "ean13", text: "9506000134352" });
    assert.doesNotMatch(svg, /<text|font|9506000134352/);
    const without = await press.svg({ type: "ean13", text: "9506000134352", showText: false });
    assert.ok(without.length < svg.length / 3);
  });

  it("the same barcode request returns the same bytes", async () => {
    const input = { type: "pdf417", text: "same", format: "png" };
    assert.deepEqual(await press.png(input), await press.png(input));
  });

  it("a response warns where scanners may fail", async () => {
    const { warnings } = await press.describe({
      type: "ean13",
      text: "9506000134352",
      format: "png",
      darkColor: "#ffffff",
      lightColor: "#dddddd",
      margin: 3,
      moduleMm: 0.05,
      heightMm: 1,
    });
    assert.deepEqual(warnings, [
      "low-contrast",
      "inverted",
      "small-modules",
      "small-quiet-zone",
      "outside-specification",
    ]);
  });
});

describe("texts that a type cannot carry", () => {
  it("a text that a type cannot carry is rejected with the rule that it breaks", async () => {
    const refused: [object, RegExp][] = [
      [{ type: "itf", text: "123" }, /even number of digits/],
      [{ type: "codabar", text: "123" }, /must begin and end with A, B, C or D/],
      [{ type: "code39", text: "abc" }, /must contain only/],
      [{ text: "é" }, /ASCII/],
      [{ text: "A".repeat(81) }, /has 81 characters, at most 80/],
      [{ type: "datamatrix", text: "é".repeat(1000) }, /needs 2000 bytes/],
      [{ type: "aztec", text: "A", errorCorrection: 3 }, /errorCorrection must be at least 5/],
      [{ type: "pdf417", text: "A", errorCorrection: 9 }, /errorCorrection must be at most 8/],
      [{ type: "gs1-databar", text: "9506000134352" }, /AI syntax/],
      [{ type: "upce", text: "9123456" }, /number system 0 or 1/],
      [{ type: "pdf417", text: "A".repeat(200), columns: 1 }, /does not fit/],
      [{ type: "datamatrix", text: "A".repeat(100), shape: "rectangle" }, /does not fit/],
      [{ type: "maxicode", text: "A" }, /type must be/],
    ];
    for (const [input, rule] of refused) assert.match(await catchProblem(input), rule);
  });

  it("a text with the escape sequences of an encoder is encoded unchanged", async () => {
    for (const text of ["^FNC1", "^065", "^NUL", "\\(x"]) {
      for (const type of ["datamatrix", "pdf417", "aztec", "code128"]) {
        assert.equal((await press.describe({ type, text })).text, text);
      }
    }
  });
});

describe("/api/v1/barcode", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it("GET /api/v1/barcode returns the image with an ETag, and 304 for that ETag", async () => {
    const url = `${server.url}/api/v1/barcode?text=ABC&showText=false&scale=2`;
    const first = await fetch(url);
    assert.equal(first.headers.get("content-type"), "image/svg+xml; charset=utf-8");
    assert.match(first.headers.get("cache-control") ?? "", /immutable/);
    const etag = first.headers.get("etag") ?? "";
    assert.equal((await fetch(url, { headers: { "if-none-match": etag } })).status, 304);
    const png = await fetch(`${url}&format=png&darkColor=%23bbb`);
    assert.equal(png.headers.get("content-type"), "image/png");
    assert.equal(png.headers.get("x-barcode-warnings"), "low-contrast");
  });

  it("POST /api/v1/barcode returns markup, JSON or bytes by Accept", async () => {
    const url = `${server.url}/api/v1/barcode`;
    const typeOf = async (body: object, accept: string) =>
      (await postJson(url, body, { accept })).headers.get("content-type");
    assert.equal(await typeOf({ text: "A" }, "*/*"), "image/svg+xml; charset=utf-8");
    assert.equal(
      await typeOf({ text: "A" }, "application/json"),
      "application/json; charset=utf-8",
    );
    assert.equal(await typeOf({ text: "A" }, "image/png"), "image/png");
    assert.equal(
      await typeOf({ text: "A", format: "png" }, "*/*"),
      "application/json; charset=utf-8",
    );
    assert.equal(
      await typeOf({ text: "A", format: "png" }, "text/plain"),
      "text/plain; charset=utf-8",
    );
  });
});
