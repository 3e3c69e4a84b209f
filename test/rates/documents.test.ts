import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatDay } from "#src/lib/dates/date.js";
import { parseCsv } from "#src/rates/csv.js";
import { parseXml } from "#src/rates/xml.js";
import { readZipEntry } from "#src/rates/zip.js";
import { createDailyXml, toXml, createZip } from "./documents.ts";

const ok = "Date,USD,JPY\n2026-04-14,1.17,186\n";

describe("parseCsv", () => {
  it("parseCsv reads the ECB's form: newest day first, N/A, commas at the ends, CRLF and a byte order mark", () => {
    const { codes, rows } = parseCsv(
      "\uFEFFDate, USD, JPY,\r\n2026-04-14, 1.1700, N/A,\r\n2026-04-13, 1.2, 187.00,\r\n\r\n",
    );
    assert.deepEqual(codes, ["USD", "JPY"]);
    assert.deepEqual(
      rows.map(({ day, cells }) => [formatDay(day), cells]),
      [
        ["2026-04-13", ["1.2", "187"]],
        ["2026-04-14", ["1.17", undefined]],
      ],
    );
  });

  const broken: [what: string, text: string, message: RegExp][] = [
    ["nothing", "", /^line 1: must begin with Date/],
    ["HTML", "<!doctype html><p>Maintenance", /^line 1: must begin with Date/],
    ["no currencies", "Date\n2026-04-14\n", /^line 1: must name 1 to 100 currencies; it names 0$/],
    ["too many currencies", `Date${",USD".repeat(101)}\n`, /^line 1: .*it names 101$/],
    ["a bad code", ok.replace("JPY", "jpy"), /^line 1: "jpy" is not a currency code$/],
    ["the euro", ok.replace("JPY", "EUR"), /^line 1: rates are against the euro/],
    ["a code twice", ok.replace("JPY", "USD"), /^line 1: USD is there twice$/],
    ["no days", "Date,USD\n", /^has no days$/],
    ["a day twice", `${ok}2026-04-14,1.2,187\n`, /^has a day twice$/],
    ["a bad day", ok.replace("04-14", "02-30"), /^line 2: "2026-02-30" is not a date/],
    [
      "an early day",
      ok.replace("2026-04-14", "1998-12-31"),
      /^line 2: 1998-12-31 is before 1999-01-04/,
    ],
    [
      "a cell too few",
      `${ok}2026-04-15,1.2\n`,
      /^line 3: must have 2 cells after the date; it has 1$/,
    ],
    [
      "a cell too many",
      `${ok}2026-04-15,1,2,3\n`,
      /^line 3: must have 2 cells after the date; it has 3$/,
    ],
    ["text", ok.replace("186", "abc"), /^line 2: JPY must be a positive decimal .* it is "abc"$/],
    ["zero", ok.replace("186", "0.00"), /^line 2: JPY must be a positive decimal/],
    ["a negative rate", ok.replace("186", "-1"), /^line 2: JPY must be/],
    ["an exponent", ok.replace("186", "1e5"), /^line 2: JPY must be/],
    ["too many decimals", ok.replace("186", "1.1234567"), /^line 2: JPY must be/],
    ["too large a rate", ok.replace("186", "1234567890"), /^line 2: JPY must be/],
  ];
  for (const [what, text, message] of broken) {
    it(`parseCsv refuses ${what} in one line`, () => {
      assert.throws(
        () => parseCsv(text),
        (error: Error) => {
          assert.match(error.message, message);
          assert.ok(!error.message.includes("\n"));
          return true;
        },
      );
    });
  }
});

describe("parseXml", () => {
  it("parseXml reads hostile documents in linear time", () => {
    const hostile = [
      `<Cube${" ".repeat(300_000)}`,
      `<Cube ${"a".repeat(300_000)}>`,
      `<Cube ${"a ".repeat(150_000)}>`,
      "<Cube ".repeat(50_000),
    ];
    const start = performance.now();
    for (const text of hostile) {
      try {
        parseXml(`<gesmes:Envelope>${text}</gesmes:Envelope>`);
      } catch {
        // Has no rates.
      }
    }
    // Quadratic time took over a minute.
    assert.ok(performance.now() - start < 10_000);
  });

  it("parseXml reads a document of one day, and one of several", () => {
    const { codes, rows } = parseXml(createDailyXml("2026-04-14", { USD: "1.17", JPY: "186.00" }));
    assert.deepEqual([codes, rows.length, rows[0]?.cells], [["USD", "JPY"], 1, ["1.17", "186"]]);
    const recent = parseXml(toXml({ "2026-04-14": { USD: "1.17" }, "2026-04-13": { JPY: "187" } }));
    assert.deepEqual(
      recent.rows.map(({ day }) => formatDay(day)),
      ["2026-04-13", "2026-04-14"],
    );
    assert.deepEqual(recent.rows[0]?.cells, [undefined, "187"]);
  });

  it("parseXml reads attributes in either kind of quotes", () => {
    const single = createDailyXml("2026-04-14", { USD: "1.17" }).replaceAll('"', "'");
    assert.equal(parseXml(single).rows.length, 1);
  });

  const whole = createDailyXml("2026-04-14", { USD: "1.17" });
  it("parseXml rejects documents that are truncated, not the ECB's or have no rates", () => {
    assert.throws(() => parseXml("<!doctype html><p>Maintenance"), /not a document of the ECB's/);
    assert.throws(() => parseXml(whole.slice(0, -5)), /ends before its end/);
    assert.throws(() => parseXml(whole.replace("1.17", "1,17")), /USD must be a positive decimal/);
    assert.throws(() => parseXml(whole.replace("2026-04-14", "14 April")), /is not a date/);
    assert.throws(
      () => parseXml(createDailyXml("2026-04-14", {})),
      /must name 1 to 100 currencies/,
    );
    const twice = whole.replace(/<Cube currency[^>]*>/, (cube) => cube + cube);
    assert.throws(() => parseXml(twice), /has USD twice/);
  });
});

describe("readZipEntry", () => {
  const content = Buffer.from(ok.repeat(200));
  const zip = createZip({ "readme.txt": Buffer.from("hello"), "eurofxref-hist.csv": content });

  it("readZipEntry returns a packed or a stored file", () => {
    assert.deepEqual(readZipEntry(zip, "eurofxref-hist.csv", 1e6), content);
    assert.equal(readZipEntry(zip, "readme.txt", 1e6).toString(), "hello");
  });

  it("readZipEntry rejects a missing file and one over the limit", () => {
    assert.throws(() => readZipEntry(zip, "other.csv", 1e6), /^Error: has no other\.csv$/);
    assert.throws(() => readZipEntry(zip, "eurofxref-hist.csv", 100), /of more than 100 bytes/);
  });

  it("readZipEntry rejects every truncation and never returns other bytes for a damaged archive", () => {
    for (let length = 0; length < zip.length; length++) {
      assert.throws(() => readZipEntry(zip.subarray(0, length), "eurofxref-hist.csv", 1e6), Error);
    }
    for (let at = 0; at < zip.length; at++) {
      const damaged = Buffer.from(zip);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      try {
        assert.deepEqual(readZipEntry(damaged, "eurofxref-hist.csv", 1e6), content);
      } catch (error) {
        assert.ok(error instanceof Error && !("code" in error && error.code !== "ERR_ASSERTION"));
      }
    }
  });

  it("readZipEntry limits inflation to the size that the archive declares", () => {
    const bomb = createZip({ "a.csv": Buffer.alloc(5_000_000) });
    const at = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bomb.writeUInt32LE(100, at + 24);
    assert.throws(() => readZipEntry(bomb, "a.csv", 1000), /damaged/);
  });
});
