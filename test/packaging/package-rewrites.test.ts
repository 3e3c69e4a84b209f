import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAllRewritten, findRewrite, rewriteModule } from "#scripts/build/package-rewrites.mjs";

const MODULES = ["@bwip-js/node/dist/bwipp.mjs", "undici/index.js", "zod/v4/locales/index.js"];

describe("rewrites of bundled packages", () => {
  it("a rewritten module is found by its path below node_modules on every system", () => {
    assert.equal(findRewrite("/a/node_modules/undici/index.js"), "undici/index.js");
    assert.equal(findRewrite("C:\\a\\node_modules\\undici\\index.js"), "undici/index.js");
    assert.equal(findRewrite("/a/src/undici/index.js"), undefined);
  });

  for (const path of MODULES) {
    it(`a release of ${path} that looks otherwise stops the build`, () => {
      assert.throws(() => rewriteModule(path, "export const changed = true;"), Error);
    });
  }

  it("a module that no build meets stops the build", () => {
    assert.doesNotThrow(() => checkAllRewritten(new Set(MODULES)));
    assert.throws(() => checkAllRewritten(new Set(MODULES.slice(1))), /bwipp\.mjs/);
  });
});
