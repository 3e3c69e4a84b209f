import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { renderPdf } from "#src/pdf/render.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { createInvoice } from "./support/write.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Growth of the heap that is not a leak: compiled code and cached words. */
const MAX_GROWTH = 4 * 2 ** 20;

function renderMany(count: number, from: number): void {
  for (let index = from; index < from + count; index++) {
    const items = Array.from({ length: 12 }, (_, item) => ({
      description: `Item ${index * 12 + item} of this invoice`,
      quantity: 1,
      rate: index + item / 100,
    }));
    const request = { from: { name: `Seller ${index}` }, to: { name: "Buyer" }, items };
    renderPdf(toPdfDocument(createInvoice({ ...request, invoiceNumber: `N-${index}` })));
  }
}

function measureHeap(): number {
  // The second collection frees what finalizers of the first one released.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("renderPdf", () => {
  it("renderPdf uses no more memory after 300 documents than after 100", () => {
    renderMany(100, 0);
    let before = measureHeap();
    let growth = Number.POSITIVE_INFINITY;
    // A leak grows with every batch; a compiler that optimizes meanwhile does not.
    for (let batch = 0; batch < 3 && growth >= MAX_GROWTH; batch++) {
      renderMany(200, 100 + 200 * batch);
      const after = measureHeap();
      growth = after - before;
      before = after;
    }
    assert.ok(growth < MAX_GROWTH, `grew by ${growth} bytes`);
  });
});
