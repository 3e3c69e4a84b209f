import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { compileInput } from "#src/lib/input/input.js";
import { toPng } from "#src/domain/qr/png.js";
import { encode } from "#src/domain/qr/symbol.js";
import { renderPdf } from "#src/pdf/render.js";
import { toInvoice } from "#src/tools/invoice/invoice.js";
import { renderInvoicePage } from "#src/tools/invoice/page/invoice-page.js";
import { createLogo } from "#src/tools/invoice/pdf/logo.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { InvoiceInput } from "#src/tools/invoice/schema.js";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";

const read = compileInput(InvoiceInput);

function createInvoiceWith(logo: string, more: object = {}) {
  const request = {
    issueDate: "2026-03-02",
    from: { name: "Ada" },
    to: { name: "Bob" },
    items: [{ description: "Work", quantity: 1, rate: 1 }],
    logo,
    ...more,
  };
  return toInvoice(read(request), { now: () => Date.UTC(2026, 2, 2) });
}

function toSvgUrl(content: string, attributes = 'viewBox="0 0 40 20"'): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

const FAR = "must be an SVG with coordinates near its viewBox";

/** Returns the sentence with which a logo is rejected; "" when it is accepted. */
function catchRefusal(logo: string): string {
  try {
    createInvoiceWith(logo);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

const PNG = toPng({
  symbol: encode("A logo", "M"),
  dark: { hex: "#0f766e", alpha: 255 },
  light: { hex: "#ffffff", alpha: 0 },
  margin: 1,
  width: 100,
});

/** A baseline JPEG of 8 by 8 gray pixels. */
const JPEG = Buffer.from(
  "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080008000801011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbfd28a28a00ffd9",
  "hex",
);

const ACCEPTED = {
  PNG: `data:image/png;base64,${PNG.toString("base64")}`,
  JPEG: `data:image/jpeg;base64,${JPEG.toString("base64")}`,
  SVG: toSvgUrl('<g fill="#0f766e"><path d="M0 0h20v20z"/><circle cx="30" cy="10" r="8"/></g>'),
  "SVG without base64":
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Crect width='8' height='8'/%3E%3C/svg%3E",
};

/** Returns true when the page and the PDF draw a logo on white. */
function isWhite(more: object): boolean {
  const invoice = createInvoiceWith(ACCEPTED.PNG, more);
  const isWhiteInPdf = "background" in (createLogo(invoice)?.block ?? {});
  const isWhiteOnPage = !renderInvoicePage(invoice).includes(".logo { background: none");
  assert.equal(isWhiteInPdf, isWhiteOnPage);
  return isWhiteInPdf;
}

describe("a logo", () => {
  for (const [name, logo] of Object.entries(ACCEPTED)) {
    it(
      `a logo as ${name} is on the page and in the PDF`,
      { skip: findSkipReason("qpdf --version") },
      () => {
        const invoice = createInvoiceWith(logo);
        assert.match(
          renderInvoicePage(invoice),
          /<img [^>]*src="data:image\/(?:png|jpeg|svg\+xml);base64,/,
        );
        const { bytes } = renderPdf(toPdfDocument(invoice));
        assert.deepEqual(checkConformance(bytes), []);
        assert.match(Buffer.from(bytes).toString("latin1"), /^%PDF-1\.7/);
      },
    );
  }

  it("a logo is on white unless it is to be on the brand bar alone", () => {
    assert.equal(isWhite({}), true);
    assert.equal(isWhite({ logoBackground: "white" }), true);
    assert.equal(isWhite({ logoBackground: "none" }), false);
    assert.throws(() => createInvoiceWith(ACCEPTED.PNG, { logoBackground: "red" }), {
      message: "logoBackground must be one of white, none",
    });
  });

  const refused: [name: string, logo: string, sentence: string][] = [
    [
      "a script",
      toSvgUrl("<script>alert(1)</script>"),
      "must be an SVG of shapes only, without script",
    ],
    [
      "an event handler",
      toSvgUrl('<path d="M0 0" onload="a()"/>'),
      "must be an SVG of shapes only, without onload",
    ],
    [
      "an event handler of the root",
      toSvgUrl("", 'viewBox="0 0 1 1" onload="a()"'),
      "must be an SVG of shapes only, without onload",
    ],
    [
      "an image",
      toSvgUrl('<image href="https://example.org/a.png"/>'),
      "must be an SVG of shapes only, without image",
    ],
    [
      "a reference",
      toSvgUrl('<use xlink:href="#a"/>'),
      "must be an SVG of shapes only, without use",
    ],
    [
      "a link",
      toSvgUrl('<path xlink:href="https://example.org" d="M0 0"/>'),
      "must be an SVG of shapes only, without xlink:href",
    ],
    [
      "foreign content",
      toSvgUrl("<foreignObject><b/></foreignObject>"),
      "must be an SVG of shapes only, without foreignObject",
    ],
    [
      "a style sheet",
      toSvgUrl("<style>*{fill:url(//a)}</style>"),
      "must be an SVG of shapes only, without style",
    ],
    [
      "a paint from elsewhere",
      toSvgUrl('<path fill="url(https://example.org/#a)" d="M0 0"/>'),
      "must be an SVG without references",
    ],
    ["an entity", toSvgUrl('<path fill="&a;" d="M0 0"/>'), "must be an SVG without references"],
    [
      "a DOCTYPE",
      `data:image/svg+xml,${encodeURIComponent('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>')}`,
      "must be well-formed SVG without a DOCTYPE",
    ],
    [
      "a viewBox without numbers",
      toSvgUrl("", 'viewBox="x y 10 10"'),
      "must be an SVG with a viewBox or a width and height",
    ],
    [
      "a viewBox of no finite size",
      toSvgUrl("", 'viewBox="0 0 1e-320 1e-320"'),
      "must be an SVG with a viewBox or a width and height",
    ],
    ["too many attributes", toSvgUrl(`<g ${'a="1" '.repeat(20_001)}/>`), "must be a simpler SVG"],
    ["no size", toSvgUrl("", ""), "must be an SVG with a viewBox or a width and height"],
    ["too many shapes", toSvgUrl("<path/>".repeat(2001)), "must be a simpler SVG"],
    ["deep nesting", toSvgUrl("<g>".repeat(40) + "</g>".repeat(40)), "must be a simpler SVG"],
    ["an address", "https://example.org/logo.png", "must be a PNG, JPEG or SVG data URL"],
    ["a GIF", "data:image/gif;base64,R0lGODlhAQABAAAAACw=", "must be a PNG, JPEG or SVG data URL"],
    [
      "half a PNG",
      `data:image/png;base64,${PNG.subarray(0, 60).toString("base64")}`,
      "must be a complete PNG file",
    ],
    [
      "half a JPEG",
      `data:image/jpeg;base64,${JPEG.subarray(0, 100).toString("base64")}`,
      "must be a complete JPEG file",
    ],
    ["5000 pixels", createHugePng(5000, 5000), "must be at most 4096 pixels on a side"],
  ];
  for (const [name, logo, sentence] of refused) {
    it(`a logo is rejected with one sentence: ${name}`, () => {
      assert.equal(catchRefusal(logo), `logo ${sentence}`);
    });
  }

  const undrawable: [name: string, content: string, sentence: string][] = [
    ["coordinates beyond all paper", '<path d="M0 0L1e30 1e30"/>', FAR],
    [
      "a transformation without end",
      `${'<g transform="scale(1e9)">'.repeat(20)}<rect width="1" height="1"/>${"</g>".repeat(20)}`,
      FAR,
    ],
    ["a line of infinite width", '<path d="M0 0h9" stroke="red" stroke-width="1e9"/>', FAR],
    [
      "20,002 steps in two paths",
      `<path d="M0 0${"h1".repeat(10_000)}"/>`.repeat(2),
      "must be a simpler SVG",
    ],
    ["5001 arcs", `<path d="M0 0${"a9 9 0 1 1 1 1".repeat(5001)}"/>`, "must be a simpler SVG"],
  ];
  for (const [name, content, message] of undrawable) {
    it(`an SVG logo with ${name} is not drawn`, () => {
      const invoice = createInvoiceWith(toSvgUrl(content));
      assert.throws(() => renderPdf(toPdfDocument(invoice)), { code: "image", message });
    });
  }

  it("a logo above 256 KiB is rejected", () => {
    assert.match(catchRefusal(`data:image/png;base64,${"A".repeat(400_000)}`), /^logo must [^;]+$/);
  });
});

/** Returns a PNG of one color whose file is small for any number of pixels. */
function createHugePng(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const chunks = [
    createChunk("IHDR", header),
    createChunk("IDAT", data),
    createChunk("IEND", Buffer.alloc(0)),
  ];
  const bytes = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

/** Returns a chunk of a PNG, without a valid checksum because nothing checks it here. */
function createChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}
