import { checkCodes, checkDay, checkRate, type RateSheet, sortRows } from "./sheet.ts";

const END = "</gesmes:Envelope>";
// Both take linear time: no two parts of CUBE match the same spaces, and no name begins within
// another.
const CUBE = /<Cube\s([^<>]*)>/g;
const ATTRIBUTE = /\b(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface DayRates {
  day: number;
  rates: Map<string, string>;
}

/**
 * Reads the rates in the ECB's `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`: a `Cube` with a
 * time for each day, and in it one for each currency. Throws an Error of one line for anything
 * else, a truncated document included.
 */
export function parseXml(text: string): RateSheet {
  if (!text.includes("<gesmes:Envelope")) throw new Error("is not a document of the ECB's rates");
  if (!text.trimEnd().endsWith(END)) throw new Error("ends before its end");
  const days: DayRates[] = [];
  for (const [, attributes = ""] of text.matchAll(CUBE)) readCube(attributes, days);
  const codes = checkCodes([...new Set(days.flatMap(({ rates }) => [...rates.keys()]))]);
  const rows = days.map(({ day, rates }) => ({ day, cells: codes.map((code) => rates.get(code)) }));
  return { codes, rows: sortRows(rows) };
}

function readCube(text: string, days: DayRates[]): void {
  const { time, currency, rate } = Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [name, double ?? single]),
  );
  if (time !== undefined) days.push({ day: checkDay(time), rates: new Map() });
  const rates = days.at(-1)?.rates;
  if (currency === undefined || rate === undefined) return;
  if (!rates) throw new Error("has a rate before its first day");
  if (rates.has(currency)) throw new Error(`has ${currency} twice on a day`);
  rates.set(currency, checkRate(currency, rate));
}
