import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listTicks } from "#src/web/tool/kits/currency/chart-ticks.js";

function listTexts(low: number, high: number): string[] {
  return listTicks(low, high).map(({ text }) => text);
}

describe("listTicks", () => {
  it("listTicks returns round numbers within the range, with the decimals of their step", () => {
    assert.deepEqual(listTexts(0.8412, 0.8931), ["0.86", "0.88"]);
    assert.deepEqual(listTexts(148.2, 161.9), ["150", "155", "160"]);
    assert.deepEqual(listTexts(0, 4000), ["0", "1,000", "2,000", "3,000", "4,000"]);
  });

  it("listTicks returns the one value of a flat range", () => {
    assert.deepEqual(listTicks(7.46, 7.46), [{ value: 7.46, text: "7.46" }]);
  });
});
