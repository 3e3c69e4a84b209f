import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { decodePixels, readChunks } from "../support/png-chunks.ts";
import { describeContrast, parseColor } from "#src/domain/symbol/colors.js";
import { createQrCode } from "#src/tools/qr/qr.js";
import { createQrReply } from "#src/tools/qr/reply.js";
import { QrInput } from "#src/tools/qr/schema.js";
import { encode } from "#src/domain/qr/symbol.js";

const read = compileInput(QrInput);

function respond(input: object, accept = "", format: "default" | "file" | "json" = "default") {
  // Plain codes are drawn synchronously and need nothing of the context.
  const context = {} as Parameters<typeof createQrReply>[2];
  const reply = createQrReply(
    createQrCode(read({ text: "hi", ...input })),
    { format, accept },
    context,
  );
  assert.ok(!(reply instanceof Promise));
  return reply;
}

function getSvg(input: object): string {
  const { body } = respond(input);
  assert.ok(typeof body === "string");
  return body;
}

test("a PNG of a QR code has the requested width, integer modules and a full quiet zone", () => {
  const width = fc.integer({ min: 60, max: 400 });
  const margin = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(width, margin, (side, quiet) => {
      const rows = decodePixels(
        respond({ width: side, margin: quiet }, "image/png").body as Buffer,
      );
      assert.equal(rows.length, side);
      const { modules, dark } = encode("hi", "M");
      const scale = Math.floor(side / (modules + 2 * quiet));
      const start = Math.floor((side - modules * scale) / 2);
      assert.ok(start >= quiet * scale && side - start - modules * scale >= quiet * scale);
      rows.forEach((row, y) => {
        const line = Math.floor((y - start) / scale);
        row.forEach((isDark, x) => {
          const column = Math.floor((x - start) / scale);
          const inside = Math.min(line, column) >= 0 && Math.max(line, column) < modules;
          assert.equal(isDark, inside && dark[line * modules + column] === 1);
        });
      });
    }),
    { numRuns: 30 },
  );
});

test("the path of an SVG covers exactly the dark modules", () => {
  const svg = getSvg({ text: "https://example.com", margin: 3 });
  const { modules, dark } = encode("https://example.com", "M");
  const covered = new Uint8Array(modules * modules);
  assert.equal(svg.match(/<path/g)?.length, 1);
  let at = 0;
  for (const [, x, y, gap, width] of svg.matchAll(/(?:M(\d+) (\d+)\.5|m(\d+) 0)h(\d+)/g)) {
    // A line of width 1 covers half a module above and below it.
    at = gap === undefined ? (Number(y) - 3) * modules + Number(x) - 3 : at + Number(gap);
    covered.fill(1, at, (at += Number(width)));
  }
  assert.deepEqual(covered, dark);
});

test("an SVG does not contain its text", () => {
  const svg = getSvg({ text: "secret-token" });
  assert.match(svg, /role="img" aria-label="QR code"/);
  assert.doesNotMatch(svg, /secret/);
});

test("short, long, translucent and transparent colors are drawn", () => {
  const svg = getSvg({ darkColor: "#A1b", lightColor: "transparent" });
  assert.match(svg, /<path stroke="#aa11bb" d="[^"]+"\/>/);
  assert.doesNotMatch(svg, /<rect/);
  const veiled = getSvg({ darkColor: "#00112280" });
  assert.match(veiled, /stroke="#001122" stroke-opacity="0.502"/);
  const input = { format: "png", darkColor: "#00112280", lightColor: "transparent" };
  const chunks = readChunks(respond(input, "image/png").body as Buffer);
  assert.deepEqual([...(chunks.get("PLTE") ?? [])], [255, 255, 255, 0, 0x11, 0x22]);
  assert.deepEqual([...(chunks.get("tRNS") ?? [])], [0, 0x80]);
});

test("colors that look the same in any notation are rejected", () => {
  for (const [darkColor, lightColor] of [
    ["#fff", "#FFFFFF"],
    ["#123456", "#123456ff"],
    ["#12345600", "transparent"],
  ]) {
    assert.throws(() => respond({ darkColor, lightColor }), {
      message: "lightColor must differ from darkColor",
    });
  }
});

const getWarnings = (input: object) => respond(input, "image/png").headers?.["X-QR-Warnings"];

test("warnings are reported in JSON and header", () => {
  assert.equal(getWarnings({}), undefined);
  assert.equal(getWarnings({ darkColor: "#bbbbbb" }), "low-contrast");
  assert.equal(getWarnings({ darkColor: "#ffffff", lightColor: "#000000" }), "inverted");
  assert.equal(getWarnings({ darkColor: "#00000020" }), "low-contrast");
  assert.equal(getWarnings({ width: 40 }), "small-modules");
  assert.equal(getWarnings({ margin: 1 }), "no-quiet-zone");
  assert.equal(respond({ width: 40 }).headers?.["X-QR-Warnings"], undefined);
});

test("QR warnings start at the contract's thresholds", () => {
  const [below, enough] = ["#e001e0", "#c251c2"];
  assert.ok(getContrast(below, "#fff") < 4 && getContrast(below, "#fff") > 3.999);
  assert.ok(getContrast(enough, "#fff") >= 4 && getContrast(enough, "#fff") < 4.001);
  assert.equal(getWarnings({ darkColor: below }), "low-contrast");
  assert.equal(getWarnings({ darkColor: enough }), undefined);
  // The symbol takes 21 modules, its quiet zone 8.
  assert.equal(getWarnings({ width: 57 }), "small-modules");
  assert.equal(getWarnings({ width: 58 }), undefined);
  assert.equal(getWarnings({ margin: 2 }), undefined);
  assert.equal(getWarnings({ margin: 0, width: 41 }), "small-modules, no-quiet-zone");
});

const getContrast = (dark: string, light: string) =>
  describeContrast({ dark: parseColor(dark), light: parseColor(light) }).contrast;

test("the WCAG contrast is computed from 1 to 21", () => {
  assert.equal(Math.round(getContrast("#000000", "#ffffff") * 100), 2100);
  assert.equal(Math.round(getContrast("#767676", "#ffffff") * 100), 454);
  assert.equal(Math.round(getContrast("#000000", "transparent") * 100), 2100);
});

const typeOf = (input: object, accept?: string) => respond(input, accept).type;

test("format and Accept select the representation", () => {
  assert.equal(typeOf({}), "image/svg+xml");
  assert.equal(typeOf({}, "image/png"), "image/png");
  assert.equal(typeOf({}, "application/json, text/plain, */*"), "image/svg+xml");
  assert.equal(typeOf({}, "image/avif,image/svg+xml,image/*,*/*;q=0.8"), "image/svg+xml");
  assert.equal(typeOf({}, "text/plain"), "image/svg+xml", "the bare data URL is a form of png");
  assert.equal(typeOf({ format: "svg" }, "image/png"), "image/svg+xml");
  assert.equal(typeOf({ format: "png" }), "application/json");
  assert.equal(typeOf({ format: "png" }, "*/*"), "application/json");
  assert.equal(typeOf({ format: "png" }, "application/json, text/plain, */*"), "application/json");
  assert.equal(typeOf({ format: "png" }, "image/png"), "image/png");
  assert.equal(typeOf({ format: "png" }, "text/plain"), "text/plain");
  assert.equal(typeOf({ format: "png" }, "image/png;q=0.1, application/json;q=0"), "image/png");
});

test("a QR code in JSON has the image as file and a data URL", () => {
  assert.equal(respond({}, "", "file").type, "image/svg+xml");
  assert.equal(respond({ format: "png" }, "application/json", "file").type, "image/png");
  const png = respond({ format: "png" }, "image/png").body as Buffer;
  const text = `data:image/png;base64,${png.toString("base64")}`;
  assert.equal(respond({ format: "png" }, "text/plain").body, text);
  assert.deepEqual(respond({ format: "png" }).body, {
    dataUrl: text,
    format: "png",
    width: 300,
    height: 300,
    version: 1,
    modules: 21,
    errorCorrectionLevel: "M",
    warnings: [],
  });
  const svg = respond({}, "", "json").body as { dataUrl: string };
  assert.match(svg.dataUrl, /^data:image\/svg\+xml;base64,PHN2Zy/);
});

test("the error about a small width names a minimum that works", () => {
  const text = "a".repeat(500);
  const respondTooSmall = () => respond({ text, width: 40, format: "png" });
  assert.throws(respondTooSmall, { message: "width must be at least 93 for this text" });
  assert.equal(respond({ text, width: 93 }, "image/png").type, "image/png");
});

test("the same QR request returns the same bytes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 50, unit: "grapheme" }), (text) => {
      const png = respond({ text }, "image/png").body;
      respond({ text: `${text}other` }, "image/png");
      assert.deepEqual(respond({ text }, "image/png").body, png);
    }),
    { numRuns: 30 },
  );
});

const getSymbol = (text: string) => respond({ text }).headers?.["X-QR-Symbol"];

test("the reported fill of a code is in the unit of its characters", () => {
  const start = "version=1; level=M; modules=21; ";
  assert.equal(getSymbol("hi"), `${start}used=2; capacity=2331; unit=bytes`);
  assert.equal(getSymbol("1234"), `${start}used=4; capacity=5596; unit=digits`);
  assert.equal(getSymbol("HI"), `${start}used=2; capacity=3391; unit=alphanumeric characters`);
  assert.equal(getSymbol("é"), `${start}used=2; capacity=2331; unit=bytes`);
});
