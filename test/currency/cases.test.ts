import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../support/server.ts";
import { convertOne } from "./support.ts";

type Case = [
  amount: string,
  from: string,
  to: string,
  date: string,
  minorUnits: number,
  result: string,
];

const { cases } = JSON.parse(
  readFileSync(join(root, "test", "cases", "currency.json"), "utf8"),
) as { cases: Case[] };

describe("worked conversions", () => {
  it("all worked conversions are exact to the minor unit", () => {
    assert.ok(cases.length > 3900);
    const wrong = cases.filter(([amount, from, to, date, minorUnits, result]) => {
      const conversion = convertOne({ amount, from, to, date });
      return (
        conversion.result !== Number(result) || conversion.result.toFixed(minorUnits) !== result
      );
    });
    assert.deepEqual(wrong, []);
  });
});
