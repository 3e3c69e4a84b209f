import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { root, startServer } from "../support/server.ts";

const run = promisify(execFile);

/** Returns false for tests, which are not needed. */
function isNeeded(file: string): boolean {
  return !/dist.test$/.test(file);
}

describe("server bundle", () => {
  let copy = "";
  before(async () => {
    copy = await mkdtemp(join(tmpdir(), "sundry-bundle-"));
    await mkdir(join(copy, "dist"));
    for (const name of ["scripts", "package.json", "package-lock.json", "dist"]) {
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: isNeeded });
    }
    for (const name of ["node_modules", "src", "fees", "fonts", "grammars", "rates"]) {
      await symlink(join(root, name), join(copy, name));
    }
  });
  after(() => rm(copy, { recursive: true }));

  function buildBundle() {
    return run(process.execPath, [join(copy, "scripts", "build", "bundle-server.mjs")]);
  }

  async function change(): Promise<void> {
    for (const file of ["main.js", "web/server/draw.js", "mcp/server.js"]) {
      await appendFile(join(copy, "dist", file), "\nprocess.title = `${process.title}x`;\n");
    }
  }

  it("the bundle can be rebuilt by two starts in parallel while a server runs from it", async () => {
    const server = await startServer({}, copy);
    try {
      await change();
      const start = async () => (await startServer({}, copy)).stop();
      await Promise.all([buildBundle(), buildBundle().then(start)]);
      const main = await readFile(join(copy, "dist", "bundle", "main.js"), "utf8");
      assert.equal(
        main.match(/process\.title = /g)?.length,
        1,
        "it is that of the files as they are now",
      );
      // As a build of the pages does, which may name its files otherwise.
      await rm(join(copy, "dist", "web", "assets.bin"));
      // Pages are rendered by a chunk that loads with the first of them.
      const page = await fetch(`${server.url}/`);
      assert.equal(page.status, 200);
      const [asset = "none is named"] = /\/assets\/[^"]+/.exec(await page.text()) ?? [];
      assert.equal((await fetch(server.url + asset)).status, 200, asset);
    } finally {
      await server.stop();
    }
  });
});
