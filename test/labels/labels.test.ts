import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { HOSTILE } from "../support/hostile-strings.ts";
import { createCaller, postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

interface Position {
  row: number;
  page: number;
  column: number;
  line: number;
  x: number;
  y: number;
  width: number;
  height: number;
  codeBox: { x: number; y: number; width: number; height: number } | null;
  moduleMm: number | null;
  fontSize: number | null;
}

interface Output {
  sheet: { id: string | null; columns: number };
  labels: number;
  pages: number;
  positions: Position[];
  warnings: { code: string; rows: number[] }[];
}

interface Cases {
  cases: {
    name: string;
    request: object;
    expect: { labels: number; pages: number; positions: Record<string, Record<string, number>> };
  }[];
  errors: { request: object; status: number; errorContains: string }[];
}

function readCases(name: string): unknown {
  return JSON.parse(readFileSync(join(root, "test", "cases", name), "utf8"));
}

const { cases, errors } = readCases("labels.json") as Cases;
const LINES = { lines: ["{sku}"] };
const ROWS = [{ sku: "A-1" }, { sku: "A-2" }];

/** Sends again where a busy machine kept the processor from the worker. */
async function send(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  for (let tries = 1; response.status === 503 && tries < 8; tries++) response = await ask();
  return response;
}

describe("POST /api/v1/labels", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  function post(request: object, headers: Record<string, string> = {}): Promise<Response> {
    return send(() =>
      postJson(`${server.url}/api/v1/labels`, request, { ...createCaller(), ...headers }),
    );
  }

  async function list(request: object): Promise<Output> {
    const response = await post({ ...request, format: "json" });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as Output;
  }

  async function readError(request: object): Promise<string> {
    const response = await post(request);
    assert.equal(response.status, 422, JSON.stringify(request));
    return ((await response.json()) as { error: string }).error;
  }

  function postCsv(table: string, query: Record<string, string>): Promise<Response> {
    const search = new URLSearchParams(query);
    return send(() =>
      fetch(`${server.url}/api/v1/labels?${search.toString()}`, {
        method: "POST",
        headers: { "content-type": "text/csv", ...createCaller() },
        body: table,
      }),
    );
  }

  for (const { name, request, expect } of cases) {
    it(`the positions equal the worked example "${name}"`, async () => {
      const { labels, pages, positions } = await list(request);
      assert.deepEqual([labels, pages], [expect.labels, expect.pages]);
      for (const [index, members] of Object.entries(expect.positions)) {
        const position = positions[Number(index)] as unknown as Record<string, number>;
        for (const [member, value] of Object.entries(members))
          assert.ok(Math.abs((position[member] ?? NaN) - value) <= 0.002, `${index}.${member}`);
      }
    });
  }

  for (const { request, status, errorContains } of errors) {
    it(`labels are refused with "${errorContains}"`, async () => {
      const response = await post(request);
      assert.equal(response.status, status);
      const { error } = (await response.json()) as { error: string };
      assert.ok(error.includes(errorContains), error);
    });
  }

  it("a sheet is a PDF that is shown, with the number of labels and pages", async () => {
    const response = await post({ rows: ROWS, label: LINES, copies: 11 });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/pdf");
    assert.equal(response.headers.get("content-disposition"), 'inline; filename="labels.pdf"');
    assert.equal(response.headers.get("x-labels-count"), "22");
    assert.equal(response.headers.get("x-labels-pages"), "2");
    assert.equal(response.headers.get("x-labels-warnings"), null);
    assert.match(await response.text(), /^%PDF-1\.7/);
  });

  it("labels for a printer are a file to save", async () => {
    const response = await post({ sheet: "DYMO-99012", rows: ROWS, label: LINES, format: "zpl" });
    assert.equal(response.headers.get("content-type"), "application/zpl");
    assert.equal(response.headers.get("content-disposition"), 'attachment; filename="labels.zpl"');
    assert.match(await response.text(), /^\^XA\^PW712\^LL288\^LH0,0\^FO/);
  });

  it("Accept: application/json returns the positions of a PDF", async () => {
    const response = await post({ rows: ROWS, label: LINES }, { accept: "application/json" });
    const { sheet, positions } = (await response.json()) as Output;
    assert.equal(sheet.id, "avery-l7160");
    assert.equal(positions.length, 2);
  });

  it("a table and a list of the same rows make the same bytes", async () => {
    const label = { code: { text: "{sku}" }, lines: ["{name}", "{n}"] };
    const rows = [
      { sku: "A-1", name: 'Größe "L", rot', n: 1.5 },
      { sku: "A-2", name: "", n: 0 },
    ];
    const table = '\ufeffsku;name;n\r\nA-1;"Größe ""L"", rot";1.5\r\nA-2;;0\r\n';
    const sheet = { page: "A4", columns: 3, rows: 8 };
    for (const format of ["pdf", "json"]) {
      const listed = await post({ rows, label, sheet, format });
      const query = { label: JSON.stringify(label), sheet: JSON.stringify(sheet), format };
      const tabled = await postCsv(table, query);
      assert.equal(tabled.status, 200);
      assert.deepEqual(
        Buffer.from(await tabled.arrayBuffer()),
        Buffer.from(await listed.arrayBuffer()),
      );
    }
  });

  it("a broken table is refused with its row", async () => {
    const label = JSON.stringify(LINES);
    for (const [table, sentence] of [
      ["sku\nA,B\n", "row 1 has 2 cells; the header has 1"],
      ["sku,sku\nA,B\n", 'column "sku" is there twice'],
      ['sku\n"A\n', "row 1 has a quote that does not end"],
      ["sku\n", "rows must have at least 1 row"],
      [`sku\n${"A\n".repeat(2001)}`, "rows has 2001 rows; at most 2000"],
      [`sku\n${"A\n".repeat(2000)}`, "rows and copies make 4000 labels; at most 2000"],
    ] as const) {
      const response = await postCsv(table, { label, copies: "2" });
      assert.equal(response.status, 422, sentence);
      assert.deepEqual(await response.json(), { error: sentence });
    }
  });

  it("a template takes members of the row, its number and braces, and expands nothing twice", async () => {
    const rows = [
      { text: "{b}", b: "B", row: "own" },
      { text: 7, b: true },
      { text: null, b: false },
      { b: 1e21 },
    ];
    const texts = ["{b}|B|own|{x}", "7|true|2|{x}", "|false|3|{x}", "|1e+21|4|{x}"];
    const code = { text: "{text}|{b}|{row}|{{x}}", type: "code128" };
    const drawn = await list({ rows, label: { code }, sheet: "roll-4x6in" });
    const plain = { rows: texts.map((text) => ({ text })), sheet: "roll-4x6in" };
    const expected = await list({ ...plain, label: { code: { text: "{text}", type: "code128" } } });
    assert.deepEqual(drawn, expected);
  });

  it("a name that every object has is no member of a row", async () => {
    const label = { lines: ["{constructor}{__proto__}"] };
    assert.equal(
      await readError({ rows: ROWS, label }),
      "label.lines[0] uses {constructor}, which no row has",
    );
    const text = '{"label":{"lines":["{__proto__}"]},"rows":[{"__proto__":"x"}],"format":"json"}';
    const headers = { "content-type": "application/json", ...createCaller() };
    const response = await fetch(`${server.url}/api/v1/labels`, {
      method: "POST",
      headers,
      body: text,
    });
    assert.equal(response.status, 200);
    const table = await postCsv("__proto__,constructor\na,b\n", {
      label: JSON.stringify({ lines: ["{__proto__}{constructor}"] }),
    });
    assert.equal(table.status, 200);
  });

  it("each broken rule is a sentence that begins with its path", async () => {
    const twice = { code: { text: "{t}", type: "ean13" } };
    const many = Array.from({ length: 25 }, () => ({ t: "4006381333930" }));
    const roll = { sheet: "roll-2x1in" };
    const sentences: [object, string | RegExp][] = [
      [
        { rows: ROWS, label: LINES, sheet: "L7160" },
        'sheet must be a preset or an object; did you mean "avery-l7160"?',
      ],
      [
        { rows: ROWS, label: LINES, sheet: "avery-516" },
        /^sheet must be a preset or an object; did you mean "avery-516\d"\?$/,
      ],
      [{ rows: ROWS, label: LINES, sheet: "constructor" }, "sheet must be a preset or an object"],
      [{ rows: ROWS, label: LINES, sheet: 5 }, "sheet must be a string or an object"],
      [
        { rows: ROWS, label: LINES, sheet: { page: "A4", rows: 100 } },
        "sheet: 100 rows leave 2.97 mm for a label; at least 5 mm is needed",
      ],
      [
        { rows: ROWS, label: LINES, sheet: { page: { width: 50, height: 20 }, height: 25 } },
        "sheet: 1 row needs 25 mm; the page is 20 mm high",
      ],
      [
        { rows: ROWS, label: LINES, startAt: 22 },
        "startAt must be at most 21, the labels of the sheet",
      ],
      [
        { rows: ROWS, label: { lines: ["{sku"] } },
        "label.lines[0] must have braces around a name; write {{ for a brace",
      ],
      [
        { rows: ROWS, label: { lines: ["{}"], code: { text: "a}" } } },
        /^label\.code\.text must have .*; label\.lines\[0\] must have /,
      ],
      [
        { rows: ROWS, label: { ...LINES, padding: 20 } },
        "label.padding leaves no room on a label of 63.5 × 38.1 mm",
      ],
      [
        { rows: ROWS, label: { code: { text: "x", darkColor: "#fff" } } },
        "label.code.darkColor must differ from white",
      ],
      [
        { rows: ROWS, label: { code: { text: "x", margin: 40 } } },
        "label.code.margin must be at most 32 for qr",
      ],
      [
        { rows: ROWS, label: { code: { text: "x", type: "pdf417", errorCorrection: 9 } } },
        "label.code.errorCorrection must be at most 8 for pdf417",
      ],
      [
        { rows: ROWS, label: { code: { text: "x", type: "ean14" } } },
        /^label\.code\.type must be one of qr, code128, /,
      ],
      [
        { rows: many, label: twice },
        /^rows\[0\]: label\.code\.text has check digit 0, expected 1; .*rows\[19\]: [^;]*; and 5 more$/,
      ],
      [
        {
          ...roll,
          rows: [{ t: "x".repeat(2300) }],
          label: { code: { text: "{t}" }, lines: ["a"] },
        },
        "rows[0]: the code has 0.12 mm modules on this label; at least 0.15 mm is needed",
      ],
      [
        {
          rows: [{ t: "a" }, { t: "x".repeat(3000) }],
          label: { code: { text: "{t}", type: "code128" } },
        },
        "rows[1]: label.code.text has 3000 characters, at most 80 are allowed",
      ],
      [
        {
          rows: ROWS,
          label: LINES,
          format: "zpl",
          dpi: 300,
          sheet: { page: { width: 1500, height: 1500 } },
        },
        "format zpl has too many dots for this label: 18000 × 18000",
      ],
      [
        { rows: [{ a: ["x"] }], label: LINES },
        "rows[0].a must be a string or a number or true or false or null",
      ],
    ];
    for (const [request, sentence] of sentences) {
      const error = await readError(request);
      if (typeof sentence === "string") assert.equal(error, sentence);
      else assert.match(error, sentence);
    }
  });

  it("hostile texts are printed or refused, and never fail", async () => {
    const rows = HOSTILE.map((sku) => ({ sku }));
    const label = { code: { text: "{sku}" }, lines: ["{sku}"] };
    assert.equal((await post({ rows, label, sheet: "roll-4x6in" })).status, 200);
    const controls = [{ sku: "a\0b\u0007\u202ec\n\td" }, { sku: "^XZ~JA" }];
    const zpl = { rows: controls, label, sheet: "roll-4x2in", format: "zpl" };
    assert.match(
      await (await post(zpl)).text(),
      /^(\^XA\^PW\d+\^LL\d+\^LH0,0\^FO\d+,\d+\^GFA,[\d,]+,[0-9A-Zg-z:,!]+\^FS\^PQ1\^XZ\n){2}$/,
    );
    assert.match(
      await readError({ rows: [{ sku: "\ud800" }], label }),
      /^rows\[0\]\.sku must not contain a lone surrogate/,
    );
  });

  it("2000 rows are drawn, or are refused as too many for this machine", async () => {
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}`, at]));
    const rows = Array.from({ length: 2000 }, (_, index) => ({ sku: `AC-${index}`, ...others }));
    const response = await post({ rows, label: { code: { text: "{sku}" }, ...LINES } });
    if (response.status === 200) assert.equal(response.headers.get("x-labels-pages"), "96");
    else {
      const error = "The labels take too long to draw. Send fewer rows.";
      assert.deepEqual([response.status, await response.json()], [422, { error }]);
    }
  });

  it("text has the largest size at which all lines fit, and is cut below 4 points", async () => {
    const rows = [
      { a: "short", b: "" },
      { a: "a line that is far too long for the largest size", b: "" },
      { a: "x".repeat(300), b: "" },
      { a: "", b: "" },
      { a: "one", b: "\u{e000}" },
    ];
    const label = { lines: ["{a}", "{b}"], fontSize: 20 };
    const { positions, warnings } = await list({ rows, label, sheet: "avery-5167" });
    const sizes = positions.map(({ fontSize }) => fontSize);
    assert.deepEqual([sizes[0], sizes[2], sizes[3]], [20, 4, null]);
    assert.ok((sizes[1] ?? 0) > 4 && (sizes[1] ?? 0) < 8 && ((sizes[1] ?? 0) * 4) % 1 === 0);
    assert.deepEqual(warnings, [
      { code: "text-cut", rows: [3] },
      { code: "missing-glyph", rows: [5] },
    ]);
  });

  it("warnings name codes that may not scan", async () => {
    const label = { code: { text: "{sku}", margin: 1, darkColor: "#aabbcc" } };
    const { warnings } = await list({ rows: [{ sku: "A-1" }], label });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["low-contrast", "small-quiet-zone"],
    );
    const response = await post({
      rows: [{ sku: "A-1" }],
      label: { code: { text: "{sku}".repeat(30) }, lines: ["a"] },
      sheet: "avery-l6008",
    });
    assert.equal(response.headers.get("x-labels-warnings"), "small-modules");
  });

  it("a code is at the inner left, at the inner top, or in the middle when it is alone", async () => {
    const sheet = { page: { width: 100, height: 60 } };
    const ask = async (label: object) =>
      (await list({ rows: ROWS, sheet, label })).positions[0]?.codeBox;
    const code = { text: "{sku}" };
    assert.deepEqual(await ask({ code, ...LINES, padding: 5 }), {
      x: 5,
      y: 7.5,
      width: 45,
      height: 45,
    });
    assert.deepEqual(await ask({ code, padding: 5 }), { x: 25, y: 5, width: 50, height: 50 });
    const above = await ask({ code, ...LINES, padding: 5, layout: "top", fontSize: 10 });
    assert.deepEqual([above?.y, above?.height], [5, 45.767]);
    const linear = await ask({ code: { ...code, type: "code128" }, padding: 5 });
    // 68 modules and a quiet zone of 20 at the nominal 0.25 mm.
    assert.equal(linear?.width, 22);
  });

  it("GET /api/v1/labels/sheets returns the 51 sheets, which caches may keep for an hour", async () => {
    const { sheets } = readCases("label-sheets.json") as { sheets: { name?: string }[] };
    const response = await fetch(`${server.url}/api/v1/labels/sheets`);
    assert.equal(response.headers.get("cache-control"), "public, max-age=3600");
    const sent = (await response.json()) as { sheets: { name?: string }[] };
    assert.equal(sent.sheets.length, 51);
    for (const [index, sheet] of sheets.entries())
      assert.deepEqual(
        { ...sent.sheets[index], ...(!sheet.name && { name: undefined }) },
        { name: undefined, ...sheet },
      );
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    assert.equal((await fetch(`${server.url}/api/v1/labels/sheets`, { headers })).status, 304);
  });

  it("batches do not run labels, which take rows themselves", async () => {
    assert.equal((await postJson(`${server.url}/api/v1/batch/labels`, { rows: [] })).status, 404);
  });
});
