import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { postJson } from "../support/post.ts";
import { root, startServer } from "../support/server.ts";

interface Answer {
  fees: { label: string; amount: number }[];
}

/** An overlay folder with a changed Etsy file. */
function createFolderWith(change: object): string {
  const shipped = readFileSync(join(root, "fees", "etsy.us.json"), "utf8");
  const [version] = JSON.parse(shipped) as object[];
  const folder = mkdtempSync(join(tmpdir(), "sundry-fees-"));
  writeFileSync(join(folder, "etsy.us.json"), JSON.stringify([{ ...version, ...change }]));
  return folder;
}

function ask(url: string, request: object): Promise<Response> {
  const sale = { platform: "etsy", salePrice: 10, materialCost: 0 };
  return postJson(`${url}/api/v1/profit-calculator`, { ...sale, ...request });
}

describe("FEES_DIR", () => {
  it("FEES_DIR changes amounts and labels, and X-Fee-Schedule names the version", async () => {
    const folder = createFolderWith({
      id: "etsy-us-2040",
      effectiveFrom: "2040-01-01",
      transactionPct: "7.25",
      processing: { pct: "3.5", fixed: "0.3" },
    });
    const server = await startServer({ FEES_DIR: folder });
    try {
      const later = await ask(server.url, { asOf: "2040-01-01" });
      const { fees } = (await later.json()) as Answer;
      assert.equal(later.headers.get("x-fee-schedule"), "etsy-us-2040");
      assert.deepEqual(fees.slice(1, 3), [
        { label: "Transaction fee (7.25%)", amount: 0.73 },
        { label: "Payment processing (3.5% + $0.30)", amount: 0.65 },
      ]);
      const earlier = await ask(server.url, { asOf: "2039-12-31" });
      assert.equal(earlier.headers.get("x-fee-schedule"), "etsy-us-2022-04");
    } finally {
      await server.stop();
    }
  });

  it("FEES_DIR with an invalid file stops the start with one line naming file and path", async () => {
    await assert.rejects(
      startServer({ FEES_DIR: createFolderWith({ listing: 0.2 }) }),
      /ended with 1: \S+etsy\.us\.json: \[0\]\.listing must be a decimal string\n$/,
    );
  });

  it("FEES_DIR with a version past its reviewBy day starts and logs a warning", async () => {
    const server = await startServer({ FEES_DIR: createFolderWith({ reviewBy: "2023-01-01" }) });
    await server.stop();
    assert.match(server.log.join("\n"), /"level":40.*was to be reviewed by 2023-01-01/);
  });
});
