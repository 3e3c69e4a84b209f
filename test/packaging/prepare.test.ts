import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { describeFiles } from "#scripts/build/fresh.mjs";
import { root } from "../support/server.ts";

const run = promisify(execFile);

/**
 * Replaces npm: records its arguments, and creates the files that npm creates. It installs no
 * bundler.
 */
const NPM = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync("told", process.argv.slice(2).join(" ") + "\\n");
mkdirSync("node_modules", { recursive: true });
writeFileSync("node_modules/.package-lock.json", "all");
`;

const WITHOUT_BUNDLER = /Cannot find package 'rolldown'/;

describe("npm start in a fresh clone", { skip: process.platform === "win32" }, () => {
  let clone = "";
  let bin = "";
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), "sundry-prepare-"));
    [clone, bin] = [join(folder, "with spaces"), join(folder, "bin")];
    for (const made of [clone, bin]) await mkdir(made);
    for (const name of ["scripts", "package.json", "package-lock.json"]) {
      cpSync(join(root, name), join(clone, name), { recursive: true });
    }
    await writeFile(join(bin, "npm"), NPM, { mode: 0o755 });
  });
  after(() => rm(dirname(clone), { recursive: true }));

  /** Prepares up to the build, which fails. Returns the arguments of each call of npm before it. */
  async function prepare(): Promise<string[]> {
    const PATH = [bin, process.env["PATH"]].join(delimiter);
    const script = join(clone, "scripts", "prepare.mjs");
    const prepared = run(process.execPath, [script], { env: { PATH, NODE_ENV: "production" } });
    await assert.rejects(prepared, WITHOUT_BUNDLER);
    return (await readFile(join(clone, "told"), "utf8")).trimEnd().split("\n");
  }

  it("npm start installs build dependencies despite the user's npm settings", async () => {
    const [told = ""] = await prepare();
    assert.match(told, /^install .*--include=dev/);
  });

  it("the preparation runs before npm pack", async () => {
    const PATH = [bin, process.env["PATH"]].join(delimiter);
    const { stdout } = await run("sh", ["-c", "command -v npm"]);
    const packing = run(stdout.trim(), ["pack", "--dry-run"], {
      cwd: clone,
      env: { ...process.env, PATH },
    });
    await assert.rejects(packing, WITHOUT_BUNDLER);
  });

  it("npm start installs once, and again when node_modules was changed", async () => {
    assert.equal((await prepare()).length, 1);
    await writeFile(join(clone, "node_modules", ".package-lock.json"), "less");
    assert.equal((await prepare()).length, 2);
    assert.equal((await prepare()).length, 2);
  });
});

describe("the state by which a second start knows that nothing changed", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-state-"));
    for (const made of ["src/lib", "src/node_modules"]) {
      await mkdir(join(folder, made), { recursive: true });
      await writeFile(join(folder, made, "a.ts"), "a");
    }
  });
  after(() => rm(folder, { recursive: true }));

  const describeState = () => describeFiles([join(folder, "src"), join(folder, "package.json")]);

  it("the state of a build differs when a file was changed, added or removed", async () => {
    const states = [describeState()];
    const file = join(folder, "src", "lib", "a.ts");
    await writeFile(file, "ab");
    states.push(describeState());
    await utimes(file, 1, 1);
    states.push(describeState());
    await writeFile(join(folder, "package.json"), "{}");
    states.push(describeState());
    await rm(file);
    states.push(describeState());
    assert.equal(new Set(states).size, states.length, states.join("\n\n"));
  });

  it("the state of a build does not include installed packages", async () => {
    const state = describeState();
    await writeFile(join(folder, "src", "node_modules", "b.ts"), "b");
    assert.equal(describeState(), state);
  });
});
