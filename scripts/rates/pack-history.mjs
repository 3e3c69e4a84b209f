// Packs the ECB's history of reference rates: node scripts/rates/pack-history.mjs
// eurofxref-hist.csv [folder]. Writes `ecb-history.json` (the columns) and `ecb-history.br` (their
// values), which src/rates/packed.ts reads. The values are stored by column as zigzag varints of
// differences of scaled integers, because neighboring days differ by little: a tenth of the CSV,
// and ready for typed arrays.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * A day of the history: its number since 1970, and its rates as written, by column.
 * @typedef {{ day: number, cells: string[] }} Row
 */

/**
 * A currency's rates as integers scaled by its longest fraction; 0 where a day has none.
 * @typedef {{ code: string, decimals: number, values: number[] }} Column
 */

const DAY_MS = 86_400_000;
const shipped = fileURLToPath(new URL("../../rates/", import.meta.url));
const [csv, folder = shipped] = process.argv.slice(2);
if (csv === undefined) {
  process.stderr.write("usage: node scripts/rates/pack-history.mjs eurofxref-hist.csv [folder]\n");
  process.exit(2);
}

pack(csv);

/**
 * Reads the CSV and writes both files.
 * @param {string} file
 */
function pack(file) {
  const { codes, rows } = readCsv(readFileSync(file, "utf8"));
  const columns = codes.map((code, index) => toColumn(code, index, rows));
  const stream = Buffer.from([
    ...computeDifferences(rows.map(({ day }) => day)).flatMap(encodeVarint),
    ...columns.flatMap(packColumn),
  ]);
  const manifest = {
    source: "European Central Bank, euro foreign exchange reference rates (eurofxref-hist.csv)",
    file: basename(file),
    first: formatDay(rows.at(0)),
    last: formatDay(rows.at(-1)),
    days: rows.length,
    bytes: stream.length,
    decimals: Object.fromEntries(columns.map(({ code, decimals }) => [code, decimals])),
  };
  writeFileSync(join(folder, "ecb-history.br"), compress(stream));
  writeFileSync(join(folder, "ecb-history.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads the ECB's CSV, newest or oldest day first; a cell without a rate is empty or `N/A`.
 * @param {string} text
 */
function readCsv(text) {
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const codes = header
    .split(",")
    .slice(1)
    .filter((code) => code !== "");
  const rows = lines.map((line) => {
    const [date, ...cells] = line.split(",");
    return { day: Date.parse(`${date}T00:00:00Z`) / DAY_MS, cells };
  });
  return { codes, rows: rows.toSorted((first, second) => first.day - second.day) };
}

/**
 * @param {string} code
 * @param {number} index
 * @param {Row[]} rows
 * @returns {Column}
 */
function toColumn(code, index, rows) {
  const rates = rows.map(({ cells }) => cells[index]).map((rate) => (rate === "N/A" ? "" : rate));
  const decimals = Math.max(...rates.map((rate = "") => rate.split(".")[1]?.length ?? 0));
  const values = rates.map((rate = "") => {
    const [whole = "", fraction = ""] = rate.split(".");
    return rate === "" ? 0 : Number(whole + fraction.padEnd(decimals, "0"));
  });
  return { code, decimals, values };
}

/**
 * Returns runs of days with a rate (days skipped, days in the run), closed by 0 0, then the
 * differences of their values.
 * @param {Column} column
 */
function packColumn({ values }) {
  const runs = [];
  let end = 0;
  for (let at = 0; at < values.length; at++) {
    if (values[at] === 0) continue;
    const start = at;
    while (at < values.length && values[at] !== 0) at++;
    runs.push(start - end, at - start);
    end = at;
  }
  const present = values.filter((value) => value !== 0);
  return [...runs, 0, 0]
    .flatMap(encodeVarint)
    .concat(computeDifferences(present).map(encodeZigzag).flatMap(encodeVarint));
}

/** @param {number[]} values */
function computeDifferences(values) {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** @param {number} value */
function encodeZigzag(value) {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/**
 * Encodes seven bits per byte, the lowest first; all but the last byte have the high bit set.
 * @param {number} value
 */
function encodeVarint(value) {
  const bytes = [];
  let remaining = value;
  for (; remaining >= 128; remaining = Math.floor(remaining / 128))
    bytes.push((remaining % 128) + 128);
  return [...bytes, remaining];
}

/** @param {Buffer} bytes */
function compress(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** @param {Row | undefined} row */
function formatDay(row) {
  if (row === undefined) throw new Error("the history has no day");
  return new Date(row.day * DAY_MS).toISOString().slice(0, 10);
}
