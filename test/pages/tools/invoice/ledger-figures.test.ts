import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mergeDetails } from "#src/web/details/saved-parties.js";
import type { LedgerEntry } from "#src/web/ledger/entry.js";
import { parseEntry } from "#src/web/ledger/entry.js";
import { formatLedgerCsv } from "#src/web/ledger/ledger-csv.js";
import { formatReminder } from "#src/web/ledger/reminder.js";
import { getOpenAmount, getStatus } from "#src/web/ledger/status.js";
import { computeOpen, computeYears } from "#src/web/ledger/totals.js";

const TODAY = "2026-11-28";

function createEntry(changes: Partial<LedgerEntry>): LedgerEntry {
  return {
    version: 1,
    sender: "Ada",
    type: "invoice",
    number: "1",
    client: "Babbage",
    currency: "EUR",
    net: "0.10",
    total: "0.12",
    due: "0.12",
    taxes: [{ label: "19%", basis: "0.1", tax: "0.02" }],
    issueDate: "2026-10-01",
    dueDate: "2026-10-31",
    paidOn: "",
    cites: "",
    changedAt: 1,
    form: "",
    ...changes,
  };
}

const text = (value: { toFixed(): string }) => value.toFixed();

/** Returns a file of details with clients of these names. */
function formatDetails(version: number, ...names: string[]): string {
  const parties = names.map((name) => ({ role: "client", name, members: { name } }));
  return JSON.stringify({ version, parties });
}

describe("the figures of the ledger", () => {
  it("a hundred cents that doubles do not add up are summed exactly", () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      createEntry({ number: String(index) }),
    );
    const [year] = computeYears(entries);
    assert.ok(year);
    assert.equal(text(year.net), "10");
    assert.equal(text(year.total), "12");
    assert.deepEqual(
      year.rates.map(({ label, basis, tax }) => [label, text(basis), text(tax)]),
      [["19%", "10", "2"]],
    );
  });

  it("years and currencies have sums of their own, credit notes are subtracted, quotes and paid receipts are not counted", () => {
    const years = computeYears([
      createEntry({ number: "1" }),
      createEntry({ number: "2", type: "credit-note", total: "0.05", net: "0.04" }),
      createEntry({ number: "3", type: "quote" }),
      createEntry({ number: "1", type: "receipt" }),
      createEntry({ number: "9", type: "receipt", currency: "JPY", total: "7" }),
      createEntry({ number: "4", issueDate: "2025-01-01" }),
    ]);
    assert.deepEqual(
      years.map(({ year, currency, total }) => [year, currency, text(total)]),
      [
        ["2026", "EUR", "0.07"],
        ["2026", "JPY", "7"],
        ["2025", "EUR", "0.12"],
      ],
    );
  });

  it("an invoice is overdue from the day after it is due, until it is paid or credited", () => {
    const invoice = createEntry({ dueDate: TODAY });
    assert.equal(getStatus(invoice, [invoice], TODAY), "open");
    assert.equal(getStatus(invoice, [invoice], "2026-11-29"), "overdue");
    const paid = { ...invoice, paidOn: TODAY };
    assert.equal(getStatus(paid, [paid], "2026-12-29"), "paid");
    const part = createEntry({ number: "2", type: "credit-note", cites: "1", due: "0.05" });
    assert.equal(text(getOpenAmount(invoice, [invoice, part])), "0.07");
    assert.equal(getStatus(invoice, [invoice, part], "2026-11-29"), "overdue");
    const whole = { ...part, due: "0.12" };
    assert.equal(getStatus(invoice, [invoice, whole], "2026-11-29"), "credited");
    const foreign = { ...whole, currency: "USD" };
    assert.equal(getStatus(invoice, [invoice, foreign], "2026-11-29"), "overdue");
  });

  it("what is open is summed for each currency, with the part that is overdue", () => {
    const sums = computeOpen(
      [
        createEntry({ number: "1" }),
        createEntry({ number: "2", dueDate: "2027-01-01" }),
        createEntry({ number: "3", currency: "CHF", dueDate: "" }),
        createEntry({ number: "4", paidOn: TODAY }),
      ],
      TODAY,
    );
    assert.deepEqual(
      sums.map(({ currency, open, overdue }) => [currency, text(open), text(overdue)]),
      [
        ["CHF", "0.12", "0"],
        ["EUR", "0.24", "0.12"],
      ],
    );
  });

  it("the CSV has the oldest first, negative credit notes, and no cell that runs as a formula", () => {
    const csv = formatLedgerCsv(
      [
        createEntry({ number: "2", type: "credit-note", cites: "1" }),
        createEntry({ client: "=1+1" }),
      ],
      TODAY,
    );
    const [, first = "", second = ""] = csv.split("\r\n");
    assert.match(
      first,
      /^1,Invoice,2026-10-01,2026-10-31,'=1\+1,Ada,EUR,0\.1,0\.02,0\.12,0,Credited,/,
    );
    assert.match(second, /^2,Credit note,.*,-0\.1,-0\.02,-0\.12,0,,,1,19%: -0\.02$/);
  });

  it("a stored invoice of another shape, or of a later version, is not read", () => {
    const entry = createEntry({});
    assert.deepEqual(parseEntry(JSON.stringify(entry)), entry);
    const wrong = [
      { ...entry, version: 2 },
      { ...entry, total: "1e9" },
      { ...entry, dueDate: "soon" },
      { ...entry, taxes: [null] },
      { ...entry, currency: 5 },
      { ...entry, form: undefined },
      null,
    ];
    for (const value of wrong) assert.equal(parseEntry(JSON.stringify(value)), undefined);
    assert.equal(parseEntry("{"), undefined);
  });

  it("a reminder has the figures in the language of the invoice, and its texts are no markup", () => {
    const form = new URLSearchParams({
      locale: "de-DE",
      "from.name": "Ada",
      "from.street": "Torstraße 48",
      "from.postalCode": "10119",
      "from.city": "Berlin",
      "to.name": "**Bold** | <b>Co</b>",
      "payment.iban": "DE89370400440532013000",
    }).toString();
    const entry = createEntry({ form, due: "1234.5", total: "1234.5" });
    const open = getOpenAmount(entry, [entry]);
    const fragment = formatReminder({ entry, open, today: new Date(2026, 10, 28) });
    const letter = new URLSearchParams(fragment);
    const markdown = letter.get("markdown") ?? "";
    assert.equal(letter.get("language"), "de-DE");
    assert.equal(letter.get("title"), "Zahlungserinnerung 1");
    assert.match(markdown, /\*\*1\.234,50\s€\*\* bis zum 5\. Dezember 2026/);
    assert.match(markdown, /fällig am 31\. Oktober 2026/);
    assert.match(markdown, /^\\\*\\\*Bold\\\*\\\* \\\| \\<b\\>Co\\<\/b\\>$/m);
    assert.match(markdown, /^IBAN: DE89370400440532013000\\$/m);
    assert.match(markdown, /Torstraße 48\\\n10119 Berlin/);
  });

  it("details of a file replace parties of the same names, and those of a later version are left out", () => {
    const stored = formatDetails(1, "A", "B");
    const merged = JSON.parse(mergeDetails(stored, formatDetails(1, "B", "C")) ?? "") as {
      parties: { name: string }[];
    };
    assert.deepEqual(
      merged.parties.map(({ name }) => name),
      ["B", "C", "A"],
    );
    assert.equal(mergeDetails(stored, formatDetails(2, "D")), stored);
    assert.equal(mergeDetails(null, "[]"), null);
  });
});
