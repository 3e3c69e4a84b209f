import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { root } from "../support/server.ts";

const run = promisify(execFile);

/** A text for each type that the library encodes. The bundle contains only these encoders of it. */
const TEXTS = {
  aztec: "https://example.com/?q=1",
  "gs1-databar": "09506000134352",
  "gs1-databar-expanded": "(01)09506000134352(10)ABC123",
  pdf417: "Everyday developer tools",
};

async function draw(command: string, type: string, text: string): Promise<string> {
  const words = [join(root, "dist", command), "barcode", "--type", type, "--text", text];
  return (await run(process.execPath, words)).stdout;
}

describe("sundry barcode from the bundle", () => {
  for (const [type, text] of Object.entries(TEXTS)) {
    it(`the bundled command draws ${type} as the unbundled command does`, async () => {
      const [bundled, whole] = await Promise.all(
        ["bundle/sundry.js", "cli/sundry.js"].map((command) => draw(command, type, text)),
      );
      assert.match(whole ?? "", /^<svg/);
      assert.equal(bundled, whole);
    });
  }
});
