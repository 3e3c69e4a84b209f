import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { runSundry } from "../support/cli.ts";
import { createPress } from "./samples.ts";

/** A text for each type that the library encodes. The bundle contains only these encoders of it. */
const TEXTS = {
  aztec: "https://example.com/?q=1",
  "gs1-databar": "09506000134352",
  "gs1-databar-expanded": "(01)09506000134352(10)ABC123",
  pdf417: "Everyday developer tools",
};

const press = createPress();
after(() => press.close());

describe("sundry barcode from the bundle", () => {
  for (const [type, text] of Object.entries(TEXTS)) {
    it(`the bundled command draws ${type} as the unbundled tool does`, async () => {
      const { text: svg, code } = await runSundry(["barcode", "--type", type, "--text", text]);
      const expected = await press.svg({ type, text });
      assert.match(expected, /^<svg/);
      assert.deepEqual([code, svg], [0, expected]);
    });
  }
});
