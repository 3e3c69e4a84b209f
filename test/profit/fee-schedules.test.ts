import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { listStaleWarnings, findSchedule } from "#src/fees/schedules.js";
import { readFees } from "#src/fees/files.js";
import { FEE_FILES, type FeeFileName, type Version } from "#src/fees/schema.js";

const shipped = readFees();
const etsy = shipped["etsy.us.json"][0];
const fba = shipped["amazon.us.fba.json"][0];
const referral = shipped["amazon.us.referral.json"][0];

/** Reads the schedules with an overlay folder of one file. */
function createOverlaid(name: string, content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "sundry-fees-"));
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(folder, name), text);
  return readFees(folder);
}

describe("readFees with an overlay", () => {
  it("an overlay replaces the version with the same id and keeps the other files", () => {
    const book = createOverlaid("etsy.us.json", [{ ...etsy, listing: "0.50" }]);
    assert.deepEqual(
      book["etsy.us.json"].map(({ listing }) => listing.toFixed(2)),
      ["0.50"],
    );
    assert.deepEqual(book["shopify.us.json"], shipped["shopify.us.json"]);
  });

  it("an overlay adds a version with a new id, in force from its effectiveFrom day", () => {
    const added = { ...etsy, id: "etsy-us-2030", effectiveFrom: "2030-01-01" };
    const earlier = { ...etsy, id: "etsy-us-2020", effectiveFrom: "2020-01-01" };
    const book = createOverlaid("etsy.us.json", [added, earlier]);
    const findId = (day: string) => findSchedule(book, "etsy.us.json", day).id;
    assert.deepEqual(
      ["2019-12-31", "2020-01-01", "2022-04-10", "2022-04-11", "2029-12-31", "2030-01-01"].map(
        findId,
      ),
      ["etsy-us-2020", "etsy-us-2020", "etsy-us-2020", etsy.id, etsy.id, "etsy-us-2030"],
    );
  });
});

describe("readFees with an invalid file", () => {
  const { listing: _, ...withoutListing } = etsy;
  const createHeavyTiers = (change: object) => [
    { ...fba.heavy[0], ...change },
    ...fba.heavy.slice(1),
  ];
  const category = referral.categories["Jewelry"];
  const withTiers = (tiers: object[]) => [
    { ...referral, categories: { ...referral.categories, Jewelry: { ...category, tiers } } },
  ];
  const refused: [name: string, content: unknown, sentence: RegExp][] = [
    [
      "etsy.us.json",
      [{ ...etsy, listing: 0.2 }],
      /etsy\.us\.json: \[0\]\.listing must be a decimal string$/,
    ],
    ["etsy.us.json", [{ ...etsy, listing: "-0.2" }], /\[0\]\.listing must be a decimal string$/],
    ["etsy.us.json", [withoutListing], /etsy\.us\.json: \[0\]\.listing is required$/],
    [
      "etsy.us.json",
      [{ ...etsy, transactionPct: "101" }],
      /\[0\]\.transactionPct must be a decimal string from 0/,
    ],
    ["etsy.us.json", [{ ...etsy, transactionPct: "6.5001" }], /three decimals$/],
    [
      "etsy.us.json",
      [{ ...etsy, effectiveFrom: "2026-02-30" }],
      /\[0\]\.effectiveFrom must be a date that exists/,
    ],
    [
      "etsy.us.json",
      [{ ...etsy, effectiveTo: "2020-01-01" }],
      /effectiveTo must not be before effectiveFrom$/,
    ],
    ["etsy.us.json", [{ ...etsy, sources: [] }], /\[0\]\.sources must have at least 1 entry$/],
    ["etsy.us.json", [{ ...etsy, currency: "EUR" }], /\[0\]\.currency must be one of USD$/],
    ["etsy.us.json", [etsy, etsy], /\[1\]\.id must not occur twice$/],
    ["etsy.us.json", [], /etsy\.us\.json: body must have at least 1 entry$/],
    ["etsy.us.json", "[", /etsy\.us\.json: .*JSON/],
    ["esty.us.json", [etsy], /esty\.us\.json: unknown fee file/],
    [
      "amazon.us.fba.json",
      [{ ...fba, heavy: createHeavyTiers({ base: ["1"] }) }],
      /\[0\]\.heavy\[0\]\.base must have 2 amounts/,
    ],
    [
      "amazon.us.fba.json",
      [{ ...fba, heavy: createHeavyTiers({ maxLb: null }) }],
      /\[0\]\.heavy\[0\]\.maxLb must be null in the last/,
    ],
    [
      "amazon.us.fba.json",
      [{ ...fba, heavy: createHeavyTiers({ maxLb: "90" }) }],
      /\[0\]\.heavy\[1\]\.maxLb must be more than/,
    ],
    [
      "amazon.us.fba.json",
      [{ ...fba, heavy: createHeavyTiers({ maxLb: "70" }) }],
      /\[0\]\.heavy\[1\]\.maxLb must be more than/,
    ],
    [
      "amazon.us.fba.json",
      [{ ...fba, over: { ...fba.over, stepOz: "0" } }],
      /\[0\]\.over\.stepOz must be more than 0$/,
    ],
    [
      "amazon.us.referral.json",
      [{ ...referral, default: "Nothing" }],
      /\[0\]\.default must be the name of a category$/,
    ],
    [
      "amazon.us.referral.json",
      withTiers([{ upTo: "10", pct: "5" }]),
      /categories\.Jewelry\.tiers\[0\]\.upTo must be null/,
    ],
  ];
  for (const [name, content, sentence] of refused) {
    it(`readFees rejects ${name} with a sentence like ${String(sentence)}`, () => {
      assert.throws(
        () => createOverlaid(name, content),
        (error: Error) => sentence.test(error.message) && !error.message.includes("\n"),
      );
    });
  }

  it("readFees rejects a folder that does not exist", () => {
    for (const path of ["/no/such/folder", fileURLToPath(import.meta.url)]) {
      assert.throws(() => readFees(path), new Error(`FEES_DIR ${path} is not a folder`));
    }
  });
});

describe("the built-in fee files", () => {
  it("the built-in fee files produce warnings from the day after reviewBy", () => {
    assert.deepEqual(listStaleWarnings(shipped, "2026-11-21"), []);
    assert.deepEqual(listStaleWarnings(shipped, "2027-01-15"), []);
    assert.match(
      listStaleWarnings(shipped, "2027-01-16").join(),
      /amazon-us-fba-2026-01-15 was to be reviewed/,
    );
  });

  for (const [name, schema] of Object.entries(FEE_FILES)) {
    it(`the fee file ${name} has a valid JSON Schema`, () => {
      const ajv = new Ajv({ strict: false });
      assert.ok(ajv.validateSchema(schema), ajv.errorsText(ajv.errors));
    });
  }

  it("each version of the built-in fee files has a worked example", () => {
    const examples = ["profit-calculator.json", "profit-calculator-fees.json"].map((name) =>
      readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), "utf8"),
    );
    const ids = (Object.keys(FEE_FILES) as FeeFileName[]).flatMap((name) =>
      (shipped[name] as readonly Version[]).map(({ id }) => id),
    );
    assert.deepEqual(
      ids.filter((id) => !examples.join("").includes(id)),
      [],
    );
  });
});
