import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDay } from "../lib/dates/date.ts";
import { parseCsv } from "./csv.ts";
import type { RateHistory } from "./history.ts";
import { type Manifest, unpackHistory } from "./packed.ts";
import type { CurrencyFacts, CurrencyTables, LegalRate, Peg, Redenomination } from "./rates.ts";
import type { RateSheet } from "./sheet.ts";
import { getErrorMessage } from "../lib/errors.ts";

/** The folder of the shipped rates; the path is relative to `dist/rates`. */
const SHIPPED = fileURLToPath(new URL("../../rates/", import.meta.url));

/** Maximum bytes of a CSV file: seven times the whole history of the ECB. */
const MAX_FILE_BYTES = 16 * 1024 ** 2;

/** A fact whose first day is a text (`YYYY-MM-DD`), as in the files. */
type InFile<T extends { since: number }> = Omit<T, "since"> & { since: string };

interface LegacyFile {
  rates: InFile<LegalRate>[];
  redenominations: InFile<Redenomination>[];
}

/**
 * Reads the packed history of reference rates that ships with the product: 30 ms the first time,
 * 1.2 MB.
 */
export function readShippedHistory(): RateHistory {
  return unpackHistory(readManifest(), readFileSync(join(SHIPPED, "ecb-history.br")));
}

/** Reads the index of the shipped history, without unpacking it. */
export function readManifest(): Manifest {
  return readJson("ecb-history.json") as Manifest;
}

/** Reads the legal euro rates, pegs, redenominations, names and minor units. */
export function readTables(): CurrencyTables {
  const { rates, redenominations } = readJson("legacy-euro.json") as LegacyFile;
  const { pegs } = readJson("pegs.json") as { pegs: InFile<Peg>[] };
  const { currencies } = readJson("currencies.json") as {
    currencies: Record<string, CurrencyFacts>;
  };
  return {
    currencies: new Map(Object.entries(currencies)),
    legal: indexByCode<LegalRate>(rates.map(parseSince)),
    pegs: indexByCode<Peg>(pegs.map(parseSince)),
    redenominations: redenominations.map(parseSince),
  };
}

/**
 * Reads a CSV in the ECB's format. Throws an Error of one line that names the file and the line in
 * it.
 */
export function readRatesFile(path: string): RateSheet {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new Error("must have at most 16 MiB");
    return parseCsv(readFileSync(path, "utf8"));
  } catch (error) {
    const message = getErrorMessage(error);
    throw new Error(`${path}: ${message}`, { cause: error });
  }
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(SHIPPED, name), "utf8"));
}

function parseSince<T extends { since: string }>(fact: T): Omit<T, "since"> & { since: number } {
  return { ...fact, since: parseDay(fact.since) };
}

function indexByCode<T extends { code: string }>(facts: readonly T[]): ReadonlyMap<string, T> {
  return new Map(facts.map((fact) => [fact.code, fact]));
}
