import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import {
  type Block,
  type Inline,
  type PathStep,
  type Shape,
  toPoints,
  PAGE_SIZES,
  type PdfDocument,
  TooManyPagesError,
} from "#src/pdf/document.js";
import { ImageError } from "#src/lib/graphics/image-error.js";
import { renderPdf } from "#src/pdf/render.js";
import { formatNumber } from "#src/pdf/writer/syntax.js";
import { OPERATORS } from "#src/web/pdf-view/draw.js";
import { Lexer } from "#src/web/pdf-view/lexer.js";
import { readObjects } from "../support/pdf-conformance/objects.ts";
import { checkConformance, hashContent } from "../support/pdf-conformance/check.ts";
import { findSkipReason } from "../support/needs.ts";

const skip = findSkipReason("qpdf --version") || findSkipReason("pdftotext -v");

const margin = { top: 60, right: 60, bottom: 60, left: 60 };

function makeDocument(body: readonly Block[], more: Partial<PdfDocument> = {}): PdfDocument {
  return {
    title: "A test & <more>",
    language: "en",
    date: "2026-03-02T00:00:00Z",
    page: { ...PAGE_SIZES.A4, margin },
    body,
    ...more,
  };
}

function paragraph(text: string): Block {
  return { type: "paragraph", text, after: 6 };
}

/** Returns a document with every kind of block. */
function createEveryBlock(): PdfDocument {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    cells: [
      { content: `Item ${index + 1}`, scope: "Row" as const },
      { content: String(index * 12) },
      { content: "" },
    ],
  }));
  const square: Block = {
    type: "figure",
    width: 40,
    height: 40,
    alt: "A square",
    shapes: [
      { path: [["R", 0, 0, 40, 40]], stroke: 0x11_22_33 },
      {
        path: [["M", 5, 5], ["L", 35, 35], ["C", 30, 35, 20, 30, 5, 35], ["Z"]],
        fill: 0xaa_33_44,
        opacity: 0.5,
      },
    ],
  };
  return makeDocument(
    [
      { type: "heading", level: 2, text: "A second level first", id: "start" },
      { type: "heading", level: 4, text: "A fourth level after it" },
      {
        type: "paragraph",
        text: [
          "A ",
          {
            text: "link that is long enough to break at the end of its line, as links do",
            link: { url: "https://example.org/ä" },
          },
          ", ",
          { text: "code", tag: "Code", style: { font: "mono", background: 0xee_ee_ee } },
          ", a ",
          { text: "way back", link: { to: "start" } },
          " and a note",
          { text: "1", note: "first", style: { size: 7, rise: 3 } },
          ". Emoji 🎉, a frame \u0b95, accents e\u0301, ligatures in Arabic لا, vowels in हिन्दी.",
        ],
      },
      {
        type: "list",
        numbering: "Decimal",
        indent: 16,
        items: [
          { marker: "1.", blocks: [paragraph("One")] },
          {
            marker: "2.",
            blocks: [
              {
                type: "list",
                numbering: "Disc",
                indent: 12,
                items: [{ marker: "•", blocks: [paragraph("Deeper")] }],
              },
            ],
          },
        ],
      },
      {
        type: "table",
        columns: [{}, { align: "right" }, {}],
        head: [{ cells: [{ content: "Name" }, { content: "Amount", columns: 2 }] }],
        rows,
        padding: { x: 4, y: 3 },
        rules: { rows: { width: 0.5, color: 0xdd_dd_dd } },
        summary: "Items",
      },
      {
        type: "columns",
        gap: 10,
        columns: [{ blocks: [paragraph("Left")] }, { blocks: [paragraph("Right")] }],
      },
      {
        type: "group",
        tag: "BlockQuote",
        bar: { width: 2, color: 0xcc_cc_cc },
        background: 0xf5_f5_f5,
        border: { width: 1, color: 0 },
        padding: { left: 10 },
        blocks: [paragraph("Quoted"), paragraph("twice")],
      },
      square,
      { type: "image", data: createPngImage({ color: 6 }), alt: "Half transparent" },
      { type: "rule", stroke: { width: 1, color: 0 } },
      { type: "paragraph", text: ["See page ", { field: { pageOf: "start" } }] },
      { type: "page-break" },
      paragraph("Before the slip"),
      {
        type: "foot-strip",
        height: toPoints(105),
        items: [
          { x: toPoints(5), y: toPoints(5), width: toPoints(52), blocks: [paragraph("Receipt")] },
        ],
        shapes: [
          {
            path: [
              ["M", toPoints(62), 0],
              ["L", toPoints(62), toPoints(105)],
            ],
            stroke: 0,
          },
        ],
      },
    ],
    {
      author: "Zoë",
      header: { offset: 30, blocks: [{ type: "paragraph", text: "Header", style: { size: 8 } }] },
      footer: {
        offset: 30,
        blocks: [
          {
            type: "paragraph",
            align: "center",
            text: [{ field: "page" }, " of ", { field: "pages" }],
          },
        ],
      },
      notes: { first: [paragraph("The note at the foot")] },
      attachments: [
        {
          name: "factur-x.xml",
          data: Buffer.from("<a/>"),
          mediaType: "text/xml",
          relationship: "Alternative",
        },
      ],
      schemas: [
        {
          schema: "Factur-X PDFA Extension Schema",
          namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
          prefix: "fx",
          properties: [{ name: "DocumentType", value: "INVOICE", description: "The type" }],
        },
      ],
    },
  );
}

/** Returns a PNG image of 4 by 4 pixels. */
function createPngImage({
  color,
  interlaced = false,
}: {
  color: 0 | 2 | 3 | 6;
  interlaced?: boolean;
}): Uint8Array {
  const samples = { 0: 1, 2: 3, 3: 1, 6: 4 }[color];
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, color, 0, 0, interlaced ? 1 : 0]);
  // Adam7 has passes of these many pixels: 1, none, then rows of 1, 2 by 1, and so on.
  const rowLengths = interlaced ? [1, 1, 2, 2, 2, 4, 4] : [4, 4, 4, 4];
  const rows = rowLengths.map((length) =>
    Buffer.concat([Buffer.from([0]), Buffer.alloc(length * samples, 1)]),
  );
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    createChunk("IHDR", header),
    ...(color === 3 ? [createChunk("PLTE", Buffer.from([255, 0, 0, 0, 255, 0]))] : []),
    createChunk("IDAT", deflateSync(Buffer.concat(rows))),
    createChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function runPdfToText(pdf: Uint8Array, ...options: string[]): string {
  const { stdout, stderr } = spawnSync("pdftotext", [...options, "-", "-"], {
    input: pdf,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return stdout.replaceAll(/[\u202a-\u202e]/g, "");
}

/** Returns the operators in the content of pages and forms. */
function listOperators(pdf: Uint8Array): string[] {
  const objects = readObjects(pdf);
  const streams = [...objects.all()].flatMap(({ reference, dictionary }) => {
    if (dictionary["/Subtype"] === "/Form") return [reference];
    return dictionary["/Type"] === "/Page" ? [dictionary["/Contents"]] : [];
  });
  const operators = new Set<string>();
  for (const stream of streams) {
    const lexer = new Lexer(objects.bytes(stream).toString("latin1"));
    for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
      if (typeof value === "string" && !value.startsWith("/")) operators.add(value);
    }
  }
  return [...operators];
}

describe("renderPdf", { skip }, () => {
  it("renderPdf writes a document of every kind of block as PDF/A-3a and PDF/UA-1", () => {
    const { bytes, pages } = renderPdf(createEveryBlock());
    assert.deepEqual(checkConformance(bytes), []);
    assert.equal(pages, 4);
  });

  it("renderPdf writes the same bytes for the same document", () => {
    const [first, second] = [
      renderPdf(createEveryBlock()).bytes,
      renderPdf(createEveryBlock()).bytes,
    ];
    assert.ok(Buffer.from(first).equals(second));
  });

  it("renderPdf writes the reviewed content", () => {
    assert.equal(hashContent(renderPdf(createEveryBlock()).bytes), GOLDEN);
  });

  it("renderPdf repeats the table's header, page header and footer on every page", () => {
    const [first = "", second = ""] = runPdfToText(
      renderPdf(createEveryBlock()).bytes,
      "-layout",
    ).split("\f");
    for (const page of [first, second]) {
      assert.match(page, /Header/);
      assert.match(page, /Name +Amount/);
    }
    assert.match(first, /1 of 4/);
    assert.match(second, /2 of 4/);
  });

  it("renderPdf puts a footnote on the page of its reference and a strip instead of the footer", () => {
    const pages = runPdfToText(renderPdf(createEveryBlock()).bytes, "-layout").split("\f");
    assert.match(pages[0] ?? "", /The note at the foot\s+1 of 4/);
    assert.match(pages[3] ?? "", /Receipt/);
    assert.doesNotMatch(pages[3] ?? "", /4 of 4/);
  });

  it("renderPdf warns of characters that no font has", () => {
    const { warnings } = renderPdf(makeDocument([paragraph("a \u0b95 b \u0b95")]));
    assert.deepEqual(warnings, [{ code: "missing-glyph", characters: ["\u0b95"] }]);
  });

  it("fields in the body are the number of pages and the pages of blocks", () => {
    const body: Block[] = [
      {
        type: "paragraph",
        text: ["there are ", { field: "pages" }, ", the last is ", { field: { pageOf: "last" } }],
      },
      { type: "page-break" },
      { type: "page-break" },
      { type: "paragraph", text: "end", id: "last" },
    ];
    const text = runPdfToText(renderPdf(makeDocument(body)).bytes);
    assert.match(text, /there are 3, the last is 3/);
  });

  it("page-number fields in a footer are the pages of blocks, without fields in the body", () => {
    const text = ["the end is on ", { field: { pageOf: "end" } }];
    const footer = { blocks: [{ type: "paragraph" as const, text }], offset: 20 };
    const body: Block[] = [{ type: "page-break" }, { type: "paragraph", text: "end", id: "end" }];
    const printed = runPdfToText(renderPdf({ ...makeDocument(body), footer }).bytes);
    assert.equal(printed.match(/the end is on 2/g)?.length, 2, printed);
  });

  it("page-number fields in body text never print the placeholder 00", () => {
    const body: Block[] = [
      { type: "paragraph", text: ["pages ", { field: "pages" }] },
      { type: "group", blocks: [{ type: "heading", level: 1, text: "Deep", id: "deep" }] },
      { type: "paragraph", text: ["deep on ", { field: { pageOf: "deep" } }] },
    ];
    const text = runPdfToText(renderPdf(makeDocument(body)).bytes);
    assert.match(text, /pages 1\s/);
    assert.match(text, /deep on 1\s/);
    assert.doesNotMatch(text, /\b00\b/);
    const refused: [Inline, RegExp][] = [
      [{ field: "page" }, /belongs in a header or footer/],
      [{ field: { pageOf: "nowhere" } }, /no block has the id nowhere/],
    ];
    for (const [field, message] of refused) {
      const block: Block = { type: "paragraph", text: field };
      assert.throws(() => renderPdf(makeDocument([block])), message);
    }
  });

  it("numbers have no exponent, and what is not a number of PDF is an error", () => {
    const numbers = [0, -0.0004, 1e-7, 12.3456, -0.5, 2 ** 31 - 1, -12_345_678.125];
    const written = numbers.map(formatNumber);
    const expected = ["0", "0", "0", "12.346", "-0.5", "2147483647", "-12345678.125"];
    assert.deepEqual(written, expected);
    for (const value of [NaN, Infinity, -Infinity, 1e30, 2 ** 31]) {
      assert.throws(() => formatNumber(value), RangeError);
    }
  });

  it("the preview in the page draws every operator that renderPdf writes", () => {
    const path: PathStep[] = [["M", 0, 0], ["L", 9, 0], ["C", 9, 3, 3, 9, 0, 9], ["Z"]];
    const shapes: Shape[] = [true, false].flatMap((evenOdd) => [
      { path, fill: 0xff, evenOdd, opacity: 0.5 },
      { path, stroke: 0xff, evenOdd, lineCap: "round", lineJoin: "bevel", dash: [1, 2] },
      { path: [["R", 0, 0, 9, 9]], fill: 0xff, stroke: 0, evenOdd },
    ]);
    const styled = (["sans", "mono"] as const).flatMap((font) =>
      ([400, 700] as const).map((weight): Inline => ({
        text: "Text हिन्दी 漢字 עברית ",
        style: { font, weight, italic: true, letterSpacing: 1, underline: true, strike: true },
      })),
    );
    const every = createEveryBlock();
    const body: Block[] = [
      { type: "figure", width: 9, height: 9, shapes },
      { type: "image", data: createPngImage({ color: 6 }), alt: "" },
      { type: "paragraph", text: styled },
      ...every.body,
    ];
    const written = listOperators(renderPdf({ ...every, body }).bytes);
    // The preview needs neither the start nor the end of a text object, because its matrix is set
    // in each.
    const known = new Set([...Object.keys(OPERATORS), "BT", "ET"]);
    assert.deepEqual(
      written.filter((operator) => !known.has(operator)),
      [],
    );
    assert.ok(written.length > 25, written.join(" "));
  });

  it("renderPdf throws TooManyPagesError past the limit", () => {
    const body = Array.from({ length: 200 }, () => paragraph("x"));
    assert.throws(() => renderPdf(makeDocument(body, { maxPages: 2 })), TooManyPagesError);
  });
});

describe("text of a PDF", { skip }, () => {
  const SCRIPTS = {
    Latin: "Office affairs, naïve façade, Ångström, Tiếng Việt, ﬁne",
    Greek: "Η γρήγορη καφέ αλεπού πηδάει",
    Cyrillic: "Съешь же ещё этих мягких французских булок",
    Hebrew: "שלום עולם עִבְרִית",
    Arabic: "السلام عليكم ورحمة الله وبركاته في الوسط مُحَمَّد",
    Hindi: "नमस्ते दुनिया क्षत्रिय श्री हिन्दी",
    Thai: "ที่นี่ น้ำ กำลัง ไม่มีช่องว่างระหว่างคำ",
    Japanese: "こんにちは世界、カタカナ「括弧」",
    Chinese: "你好，世界！简体繁體",
    Korean: "안녕하세요 세계",
    emoji: "party 🎉 family 👨‍👩‍👧 flag 🇩🇪 end",
    code: "const a = b?.c ?? 'd';",
  };
  for (const [script, text] of Object.entries(SCRIPTS)) {
    it(`text in a PDF is extracted as it was written: ${script}`, () => {
      const { bytes, warnings } = renderPdf(makeDocument([paragraph(text)]));
      assert.deepEqual(warnings, []);
      // Marks may be extracted in another order, which is canonically equivalent.
      assert.equal(runPdfToText(bytes).trim().normalize("NFC"), text.normalize("NFC"));
    });
  }

  it("Thai lines break between words, and Japanese lines not before a full stop", () => {
    const thai = "ข้อความภาษาไทยยาวๆเพื่อทดสอบการตัดบรรทัดด้วยพจนานุกรมซึ่งไม่มีช่องว่างระหว่างคำเลยแม้แต่น้อย";
    const japanese = "日本語の長い文章です。".repeat(12);
    const lines = runPdfToText(
      renderPdf(makeDocument([paragraph(thai), paragraph(japanese)])).bytes,
    ).split("\n");
    assert.ok(lines.length > 4);
    assert.deepEqual(
      lines.filter((line) => /^(?:。|\p{M})/u.test(line)),
      [],
    );
  });

  it("the hyphen of a soft hyphen is visible only where the line ends", () => {
    const word = "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesellschaft";
    const narrow = { ...PAGE_SIZES.A4, margin: { ...margin, right: 450 } };
    const { bytes } = renderPdf(makeDocument([paragraph(word)], { page: narrow }));
    const text = runPdfToText(bytes);
    assert.match(text, /Donau/);
    assert.equal(text.replaceAll(/[\u00ad\n\f]/g, ""), word.replaceAll("\u00ad", ""));
  });

  it("text that begins with Hebrew is right-aligned and in visual order", () => {
    const { bytes } = renderPdf(makeDocument([paragraph("שלום (abc) 123")]));
    const { stdout } = spawnSync("pdftotext", ["-bbox", "-", "-"], {
      input: bytes,
      encoding: "utf8",
    });
    const left = Math.min(
      ...Array.from(stdout.matchAll(/<word xMin="([\d.]+)"/g), ([, x]) => Number(x)),
    );
    assert.ok(left > 400, `begins at ${left}`);
  });
});

describe("readImage", { skip }, () => {
  for (const color of [0, 2, 3, 6] as const) {
    for (const interlaced of [false, true]) {
      it(`a PNG of color type ${color}${interlaced ? ", interlaced," : ""} is embedded`, () => {
        const data = createPngImage({ color, interlaced });
        const { bytes } = renderPdf(makeDocument([{ type: "image", data, alt: "A picture" }]));
        assert.deepEqual(checkConformance(bytes), []);
      });
    }
  }

  const png = createPngImage({ color: 2 });
  const jpeg = Buffer.from(
    "ffd8ffc0001108000400040401220002110103110104110 0".replaceAll(" ", ""),
    "hex",
  );
  const DAMAGED: Record<string, Uint8Array> = {
    "no image": Buffer.from("GIF89a"),
    "a PNG cut short": png.slice(0, 50),
    "a PNG of too little data": Buffer.concat([png.slice(0, 41), Buffer.alloc(20)]),
    "a PNG of 2^31 pixels": Buffer.concat([
      png.slice(0, 16),
      Buffer.from("7fffffff7fffffff", "hex"),
      png.slice(24),
    ]),
    "a JPEG cut short": jpeg.subarray(0, 9),
    "a CMYK JPEG": jpeg,
    "only a JPEG's start": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]),
  };
  for (const [name, data] of Object.entries(DAMAGED)) {
    it(`readImage rejects ${name}`, () => {
      const document = makeDocument([{ type: "image", data, alt: "" }]);
      assert.throws(() => renderPdf(document), ImageError);
    });
  }
});

const GOLDEN = "2a7b623a478a9eb19f8b283982d4776f1cd8ef63310b8e9ce998e334924ad7e5";
