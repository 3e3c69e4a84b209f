import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { formatDay } from "#src/lib/dates/date.js";
import type { SharedText } from "#src/lib/shared-text.js";
import { createRateBook, type RateBook } from "#src/rates/book.js";
import { parseCsv } from "#src/rates/csv.js";
import type { RefreshOutcome } from "#src/rates/ecb-client.js";
import { getNextFetchTime, type Refresher, startRefresher } from "#src/rates/refresher.js";

const FIRST = "Date,USD,JPY\n2026-04-14,1.17,186\n";
const SECOND = "Date,USD,GBP\n2026-04-15,1.18,0.87\n";
const createUpdate = (csv: string): RefreshOutcome => ({ kind: "updated", sheet: parseCsv(csv) });

/** A shared text in this process, with the failures of one across a network. */
function createSharedText() {
  const listeners = new Set<() => void>();
  const state = { text: undefined as string | undefined, claimed: false, fails: false };
  const reachRedis = <T>(work: () => T): Promise<T> =>
    state.fails ? Promise.reject(new Error("Redis is out of reach")) : Promise.resolve(work());
  const shared: SharedText = {
    read: () => reachRedis(() => state.text),
    write: (text) =>
      reachRedis(() => {
        state.text = text;
        for (const listener of listeners) listener();
      }),
    claim: () =>
      reachRedis(() => {
        const isFirst = !state.claimed;
        state.claimed = true;
        return isFirst;
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { shared, state };
}

const formatNextFetch = (now: string, newest: string) => {
  const [row] = parseCsv(`Date,USD\n${newest},1\n`).rows;
  return new Date(getNextFetchTime(Date.parse(now), row?.day ?? 0)).toISOString().slice(0, 16);
};

describe("startRefresher", () => {
  let folder: string;
  let log: string[];
  const started: Refresher[] = [];
  before(() => (folder = mkdtempSync(join(tmpdir(), "sundry-rates-"))));
  beforeEach(() => {
    log = [];
    rmSync(folder, { recursive: true, force: true });
  });
  after(() => {
    for (const refresher of started) refresher.stop();
  });

  interface Setting {
    outcomes?: RefreshOutcome[];
    shared?: SharedText;
    directory?: string;
  }

  function start({ outcomes = [], shared, directory = folder }: Setting): {
    book: RateBook;
    refresher: Refresher;
    asked: () => number;
  } {
    const book = createRateBook({ directory, onProblem: (line) => log.push(line) });
    let asked = 0;
    const ecb = {
      isBehind: () => true,
      fetchMissing: () => Promise.resolve(outcomes[asked++] ?? ({ kind: "current" } as const)),
    };
    const refresher = startRefresher({
      book,
      ecb,
      directory,
      shared,
      log: { info: (line) => log.push(line), warn: (line) => log.push(line) },
      now: () => Date.parse("2026-04-15T18:00:00Z"),
      random: () => 0.999,
    });
    started.push(refresher);
    return { book, refresher, asked: () => asked };
  }

  it("startRefresher keeps new days in the folder, so that a restart needs no network", async () => {
    const { book, refresher } = start({ outcomes: [createUpdate(FIRST), createUpdate(SECOND)] });
    await refresher.refresh();
    await refresher.refresh();
    assert.equal(formatDay(book.newestDay()), "2026-04-15");
    assert.equal(
      readFileSync(join(folder, "rates.csv"), "utf8"),
      "Date,USD,JPY,GBP\n2026-04-14,1.17,186,\n2026-04-15,1.18,,0.87\n",
    );
    assert.deepEqual(readdirSync(folder), ["rates.csv"], "nothing else is left behind");
    const again = createRateBook({ directory: folder });
    assert.equal(formatDay(again.newestDay()), "2026-04-15");
    assert.deepEqual(again.rates.rateOn("GBP", again.newestDay()), { units: 87_000, decimals: 5 });
    assert.deepEqual(log, [
      "exchange rates: 1 new, up to 2026-04-14",
      "exchange rates: 1 new, up to 2026-04-15",
    ]);
  });

  it("startRefresher keeps its rates and logs one line when the ECB's are implausible", async () => {
    const { book, refresher } = start({ outcomes: [{ kind: "failed", problem: "x is HTML" }] });
    await refresher.refresh();
    assert.equal(formatDay(book.newestDay()), "2026-04-13");
    assert.ok(!existsSync(join(folder, "rates.csv")));
    assert.deepEqual(log, ["exchange rates: x is HTML; the known rates remain in use"]);
  });

  it("startRefresher logs nothing while nothing newer is published", async () => {
    await start({}).refresher.refresh();
    assert.deepEqual(log, []);
  });

  it("startRefresher skips a damaged file in the folder with one line", async () => {
    await start({ outcomes: [createUpdate(FIRST)] }).refresher.refresh();
    writeFileSync(join(folder, "rates.csv"), "Date,USD\n2026-04-14,1.1");
    assert.equal(formatDay(createRateBook({ directory: folder }).newestDay()), "2026-04-14");
    writeFileSync(join(folder, "rates.csv"), "Date,US");
    const { book, refresher } = start({ outcomes: [createUpdate(FIRST)] });
    assert.equal(formatDay(book.newestDay()), "2026-04-13");
    assert.match(log.join("\n"), /saved exchange rates are ignored: \S+rates\.csv: line 1:/);
    await refresher.refresh();
    assert.equal(formatDay(createRateBook({ directory: folder }).newestDay()), "2026-04-14");
  });

  it("startRefresher uses new days also where they cannot be written", async () => {
    const { book, refresher } = start({
      outcomes: [createUpdate(FIRST)],
      directory: "/dev/null/x",
    });
    await refresher.refresh();
    assert.equal(formatDay(book.newestDay()), "2026-04-14");
    assert.match(log.join("\n"), /exchange rates: ENOTDIR/);
  });

  it("startRefresher lets one of several processes fetch and shares its days with the others", async () => {
    const { shared, state } = createSharedText();
    const other = join(folder, "other");
    const one = start({ outcomes: [createUpdate(FIRST)], shared });
    const two = start({ outcomes: [createUpdate(SECOND)], shared, directory: other });
    await one.refresher.refresh();
    await two.refresher.refresh();
    assert.deepEqual([one.asked(), two.asked()], [1, 0]);
    assert.equal(formatDay(two.book.newestDay()), "2026-04-14");
    assert.ok(existsSync(join(other, "rates.csv")));
    state.claimed = false;
    await two.refresher.refresh();
    await one.refresher.refresh();
    assert.equal(formatDay(one.book.newestDay()), "2026-04-15");
    assert.equal(state.text, "Date,USD,JPY,GBP\n2026-04-14,1.17,186,\n2026-04-15,1.18,,0.87\n");
  });

  it("startRefresher fetches alone while the others are unreachable", async () => {
    const { shared, state } = createSharedText();
    state.fails = true;
    const { book, refresher } = start({ outcomes: [createUpdate(FIRST)], shared });
    await refresher.refresh();
    assert.equal(formatDay(book.newestDay()), "2026-04-14");
    assert.ok(log.includes("exchange rates: Redis is out of reach"));
  });
});

describe("getNextFetchTime", () => {
  it("getNextFetchTime is 16:10 in Frankfurt on a TARGET day, then every half an hour until 20:00", () => {
    assert.equal(formatNextFetch("2026-07-07T10:00:00Z", "2026-07-06"), "2026-07-07T14:10");
    assert.equal(formatNextFetch("2026-07-07T14:10:00Z", "2026-07-06"), "2026-07-07T14:40");
    assert.equal(formatNextFetch("2026-07-07T17:30:00Z", "2026-07-06"), "2026-07-07T17:40");
    assert.equal(formatNextFetch("2026-07-07T17:40:00Z", "2026-07-06"), "2026-07-08T14:10");
    assert.equal(formatNextFetch("2026-12-07T10:00:00Z", "2026-12-04"), "2026-12-07T15:10");
  });

  it("getNextFetchTime is on the next TARGET day once the day's rates are stored", () => {
    assert.equal(formatNextFetch("2026-07-07T14:20:00Z", "2026-07-07"), "2026-07-08T14:10");
    assert.equal(formatNextFetch("2026-07-10T14:20:00Z", "2026-07-10"), "2026-07-13T14:10");
    assert.equal(formatNextFetch("2027-03-25T18:00:00Z", "2027-03-25"), "2027-03-30T14:10");
    assert.equal(formatNextFetch("2026-12-31T20:00:00Z", "2026-12-30"), "2027-01-04T15:10");
  });
});
