import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ColumnExtent, distributeWidths } from "#src/pdf/layout/widths.js";

const auto = (min: number, max = min): ColumnExtent => ({ min, max, width: "auto" });
const share = (min: number, max = min): ColumnExtent => ({ min, max, width: { share: 1 } });

describe("distributeWidths", () => {
  it("automatic columns get widths by their content, and shares divide the rest", () => {
    assert.deepEqual(
      distributeWidths([share(50, 300), auto(40), auto(60)], 500, true),
      [400, 40, 60],
    );
  });

  it("a column of one long word is narrowed, so that the amounts beside it stay whole", () => {
    const widths = distributeWidths([share(3000), auto(60), auto(70), auto(90)], 500, true);
    assert.deepEqual(widths, [280, 60, 70, 90]);
  });

  it("several columns of long words are narrowed to one width", () => {
    assert.deepEqual(
      distributeWidths([auto(900), auto(100), auto(800)], 500, true),
      [200, 100, 200],
    );
  });

  it("columns use the whole width and never more, whatever widths they want", () => {
    for (const columns of [
      [auto(10, 20), auto(300, 900), share(400, 900)],
      [auto(0), auto(0)],
      [share(0), share(1e6)],
      [auto(1e6), share(1e6), { min: 5, max: 5, width: 120 }],
    ]) {
      const total = distributeWidths(columns, 500, true).reduce((sum, width) => sum + width, 0);
      assert.ok(total <= 500.001, String(total));
    }
  });
});
