import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { describeBinary, findMissing, LOCKED_FOLDERS } from "#scripts/complete-locks.mjs";
import { root } from "../support/server.ts";
import { measureFolder } from "./measure-folder.ts";

const run = promisify(execFile);

interface Entry {
  version: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  integrity?: string;
}

interface Lock {
  packages: Record<string, Entry>;
}

async function readLock(folder: string): Promise<Lock> {
  return JSON.parse(await readFile(join(root, folder, "package-lock.json"), "utf8")) as Lock;
}

describe("lock files", () => {
  for (const folder of LOCKED_FOLDERS) {
    it(`the lock file of ${folder} names the binaries of every platform`, async () => {
      assert.deepEqual(findMissing(await readLock(folder)), []);
    });
  }

  it("missing binaries are described as npm describes present ones", async () => {
    const { packages } = await readLock(".");
    const binaries = Object.entries(packages).filter(
      ([path, { os, cpu }]) => os && cpu && /-/.test(path),
    );
    assert.ok(binaries.length > 20);
    for (const [path, { version, os, cpu, libc }] of binaries) {
      const entry = describeBinary(path.slice("node_modules/".length), version, {});
      assert.deepEqual([entry.os, entry.cpu, entry.libc], [os, cpu, libc], path);
    }
  });

  it("a binary that is missing in a lock file is found", () => {
    const packages = {
      "": {},
      "node_modules/a": { optionalDependencies: { "a-linux-x64": "1.0.0" } },
    };
    assert.deepEqual(findMissing({ packages }), [["a-linux-x64", "1.0.0"]]);
    assert.throws(() => describeBinary("a-plan9", "1.0.0", {}), /does not name a platform/);
  });

  it("the product's lock file has a digest for every package", async () => {
    const { packages } = await readLock(".");
    const without = Object.entries(packages).filter(
      ([path, entry]) => path !== "" && !entry.integrity,
    );
    assert.deepEqual(without, []);
  });

  it("the product's lock file installs at most 100 MB", async () => {
    const bytes = await measureFolder(join(root, "node_modules"));
    assert.ok(bytes <= 100_000_000, `${bytes} bytes`);
  });

  for (const platform of [[], ["--os=darwin", "--cpu=arm64"], ["--os=win32", "--cpu=x64"]]) {
    it(`npm ci accepts the lock files for ${platform.join(" ")}`, async (test) => {
      const folder = await mkdtemp(join(tmpdir(), "sundry-locks-"));
      test.after(() => rm(folder, { recursive: true }));
      for (const locked of [".", "test/packages"]) {
        for (const name of ["package.json", "package-lock.json"]) {
          cpSync(join(root, locked, name), join(folder, name));
        }
        const flags = [
          "--dry-run",
          "--ignore-scripts",
          "--no-audit",
          "--no-fund",
          "--offline",
          "--cache",
        ];
        await run("npm", ["ci", ...flags, join(folder, "cache"), ...platform], {
          cwd: folder,
          shell: process.platform === "win32",
        });
      }
    });
  }
});
