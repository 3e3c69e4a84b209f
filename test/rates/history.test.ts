import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { formatDay } from "#src/lib/dates/date.js";
import { createRateBook } from "#src/rates/book.js";
import { formatCsv, parseCsv } from "#src/rates/csv.js";
import type { RateSheet } from "#src/rates/sheet.js";
import { root } from "../support/server.ts";

const { rates } = createRateBook({});

/** Returns a rate as the ECB writes it; undefined when there is none. */
function readText(code: string, day: number): string | undefined {
  const rate = rates.rateOn(code, day);
  if (!rate) return undefined;
  if (rate.decimals === 0) return String(rate.units);
  const digits = String(rate.units).padStart(rate.decimals + 1, "0");
  const at = digits.length - rate.decimals;
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, "");
}

function readShippedSheet(): RateSheet {
  const days = rates.daysBetween(rates.firstDay, rates.newestDay);
  const codes = rates.referenceCodes;
  return {
    codes,
    rows: days.map((day) => ({ day, cells: codes.map((code) => readText(code, day)) })),
  };
}

/** Path of the ECB's own file. Tests that need it are skipped where it does not exist. */
const source = ["..", "../.."]
  .map((up) => join(root, up, "shared", "data", "ecb", "ecb-history.csv"))
  .find((file) => existsSync(file));

describe("the packed history", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "sundry-rates-"))));
  after(() => rmSync(folder, { recursive: true }));

  it(
    "the packed history has every day and currency of the ECB's file",
    { skip: source === undefined && "no copy" },
    () => {
      const sheet = parseCsv(readFileSync(source ?? "", "utf8"));
      assert.deepEqual(readShippedSheet(), sheet);
    },
  );

  it("the packed history has 6983 days of 41 currencies", () => {
    assert.equal(rates.daysBetween(0, 1e6).length, 6983);
    assert.equal(rates.referenceCodes.length, 41);
    assert.deepEqual(
      [formatDay(rates.firstDay), formatDay(rates.newestDay)],
      ["1999-01-04", "2026-04-13"],
    );
    assert.deepEqual(readText("USD", rates.firstDay), "1.1789");
    assert.deepEqual(readText("ZAR", rates.newestDay), "19.3849");
  });

  it("the script makes the packed history from its own days", () => {
    const csv = join(folder, "ecb-history.csv");
    writeFileSync(csv, formatCsv(readShippedSheet()));
    const script = join(root, "scripts", "rates", "pack-history.mjs");
    execFileSync(process.execPath, [script, csv, folder]);
    const [made, shipped] = [folder, join(root, "rates")].map((place) => ({
      manifest: JSON.parse(readFileSync(join(place, "ecb-history.json"), "utf8")) as object,
      stream: brotliDecompressSync(readFileSync(join(place, "ecb-history.br"))),
    }));
    assert.deepEqual(made, shipped);
  });
});

describe("the tables of currencies", () => {
  it("every currency has a name and minor units", () => {
    for (const code of [...rates.referenceCodes, ...rates.legal.keys(), ...rates.pegs.keys()]) {
      const currency = rates.currencies.get(code);
      assert.ok(currency && currency.name !== code, code);
      assert.ok([0, 2, 3].includes(currency.minorUnits), code);
    }
    for (const code of ["BEF", "ESP", "ITL", "LUF", "PTE", "GRD", "JPY", "KRW", "ISK"]) {
      assert.equal(rates.currencies.get(code)?.minorUnits, 0, code);
    }
    for (const code of ["HUF", "IDR"]) assert.equal(rates.currencies.get(code)?.minorUnits, 2);
  });

  it("the tables have 21 legal rates of six significant digits and 20 pegs to known currencies", () => {
    assert.deepEqual([rates.legal.size, rates.pegs.size], [21, 20]);
    for (const { rate } of rates.legal.values()) {
      assert.match(rate.replace(".", "").replace(/^0+/, ""), /^\d{6}$/);
    }
    for (const { base } of rates.pegs.values()) {
      assert.ok(base === "EUR" || rates.referenceCodes.includes(base), base);
    }
  });
});

describe("an overlay of the history", () => {
  const day = "2026-04-13";
  const sheet = parseCsv(`Date,USD,XTS\n2026-04-14,1.17,0.123456\n${day},1.5,\n1999-01-04,N/A,3\n`);
  const book = createRateBook({});
  const file = join(mkdtempSync(join(tmpdir(), "sundry-rates-")), "rates.csv");
  writeFileSync(file, formatCsv(sheet));
  const over = createRateBook({ file }).rates;

  it("an overlay overrides its own currencies, empty cells included, and no others", () => {
    const days = over.daysBetween(over.firstDay, over.newestDay);
    assert.equal(days.length, 6984);
    const newest = over.dayOn(over.newestDay - 1) ?? 0;
    assert.deepEqual(over.rateOn("USD", newest), { units: 15_000, decimals: 4 });
    assert.deepEqual(over.rateOn("GBP", newest), rates.rateOn("GBP", newest));
    assert.equal(over.rateOn("USD", over.firstDay), undefined);
    assert.deepEqual(over.rateOn("XTS", over.firstDay), { units: 3_000_000, decimals: 6 });
    assert.equal(over.rateOn("GBP", over.newestDay), undefined);
    assert.equal(over.currencies.get("XTS")?.minorUnits, 2);
  });

  it("an overlay is added to a rate book only where it is newer than the newest day", () => {
    assert.equal(formatDay(book.newestDay()), day);
    assert.equal(book.add(sheet).rows.length, 1);
    assert.equal(formatDay(book.newestDay()), "2026-04-14");
    assert.deepEqual(book.rates.rateOn("USD", book.newestDay()), { units: 11_700, decimals: 4 });
    assert.equal(book.add(sheet).rows.length, 0);
  });
});
