import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runSundry } from "../support/cli.ts";
import { findSkipReason } from "../support/needs.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

let folder: string;
let server: RunningServer;
const path = (name: string) => join(folder, name);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-hash-"));
  server = await startServer();
  await writeFile(path("a.txt"), "a");
  await writeFile(path("bytes"), Buffer.from([0xff, 0, 0xe9]));
  await writeFile(path("two\nlines\\"), "b");
  await writeFile(path("input.json"), '{"text":"a"}');
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe("sundry hash", () => {
  it("sundry hash prints JSON for one file of any bytes, also a .json file, locally and from a server", async () => {
    for (const from of [[], ["--server", server.url]]) {
      for (const [name, content] of [
        ["bytes", Buffer.from([0xff, 0, 0xe9])],
        ["input.json", '{"text":"a"}'],
      ] as const) {
        const { text, code } = await runSundry(["hash", path(name), ...from]);
        const expected = { hash: sha256(content), algorithm: "sha256", encoding: "hex" };
        assert.deepEqual([code, JSON.parse(text)], [0, expected]);
      }
    }
  });

  it("sundry hash hashes a file that is larger than the limit of the API", async () => {
    await writeFile(path("sparse"), "");
    await truncate(path("sparse"), 64 * 1024 ** 2);
    const { text } = await runSundry(["hash", path("sparse"), "--algorithm", "md5"]);
    const zeros = createHash("md5").update(Buffer.alloc(64 * 1024 ** 2));
    assert.equal((JSON.parse(text) as { hash: string }).hash, zeros.digest("hex"));
  });

  it("sundry hash exits with 1 when the hash is not the expected one", async () => {
    const right = await runSundry(["hash", path("a.txt"), "--expected", sha256("a")]);
    assert.deepEqual(
      [right.code, JSON.parse(right.text) as object],
      [0, { hash: sha256("a"), algorithm: "sha256", encoding: "hex", matches: true }],
    );
    const wrong = await runSundry(["hash", path("a.txt"), "--expected", sha256("b")]);
    assert.equal(wrong.code, 1);
  });

  it(
    "sundry hash prints the lines of sha256sum for several files",
    { skip: findSkipReason("sha256sum --version") },
    async () => {
      const files = ["a.txt", "bytes", "two\nlines\\"].map(path);
      const peer = spawnSync("sha256sum", files, { encoding: "utf8" });
      const { text, code } = await runSundry(["hash", ...files]);
      assert.deepEqual([code, text], [0, peer.stdout]);
      await writeFile(path("SUMS"), text);
      assert.equal(spawnSync("sha256sum", ["--check", "--strict", path("SUMS")]).status, 0);
    },
  );

  it("sundry hash continues after an unreadable file and exits with 1", async () => {
    const { text, code, complaint } = await runSundry([
      "hash",
      path("none"),
      path("a.txt"),
      folder,
    ]);
    assert.equal(text, `${sha256("a")}  ${path("a.txt")}\n`);
    assert.equal(code, 1);
    assert.match(complaint, /none cannot be read: ENOENT[^\n]*\n.*cannot be read: EISDIR/);
  });

  it("sundry hash exits with 1 for a single file or a list that it cannot read", async () => {
    for (const words of [
      [path("none")],
      ["--check", path("none")],
      ["--check", path("none"), folder],
    ]) {
      const { text, code, complaint } = await runSundry(["hash", ...words]);
      assert.deepEqual([code, text], [1, ""]);
      assert.match(complaint, /^sundry: .*none cannot be read: ENOENT/);
    }
  });

  it("sundry hash rejects flags for one file when there are several", async () => {
    const { code, complaint } = await runSundry(["hash", "--all", path("a.txt"), path("bytes")]);
    assert.deepEqual([code, complaint], [2, "sundry: --all is for one file only\n"]);
  });
});

describe("sundry hash --check", () => {
  it("sundry hash --check verifies the lists of other programs", async () => {
    for (const [program, ...flags] of [
      ["sha256sum"],
      ["sha1sum", "-b"],
      ["md5sum", "--tag"],
      ["b2sum", "--tag"],
      ["sha512sum", "--tag"],
    ]) {
      if (findSkipReason(`${program} --version`)) continue;
      const files = ["a.txt", "bytes", "two\nlines\\"].map(path);
      const { stdout } = spawnSync(program ?? "", [...flags, ...files], { encoding: "utf8" });
      await writeFile(path("SUMS"), stdout);
      const { text, code, complaint } = await runSundry(["hash", "--check", path("SUMS")]);
      assert.deepEqual([code, complaint], [0, ""], program);
      const names = files.map((file) => file.replace("\n", "\\x0a"));
      assert.equal(text, names.map((name) => `${name}: OK\n`).join(""));
    }
  });

  it("sundry hash --check reports mismatches, unreadable files and malformed lines, and exits with 1", async () => {
    const list = [
      `${sha256("a").toUpperCase()} *${path("a.txt")}`,
      `${sha256("b")}  ${path("bytes")}`,
      `${sha256("a")}  ${path("none")}`,
      "not a line",
      `abc  ${path("a.txt")}`,
    ];
    const { text, code, complaint } = await runSundry(["hash", "-c"], list.join("\r\n"));
    assert.equal(code, 1);
    assert.equal(
      text,
      `${path("a.txt")}: OK\n${path("bytes")}: FAILED\n${path("none")}: FAILED open or read\n`,
    );
    assert.match(complaint, /not a hash and a file name: 2\n/);
    assert.match(complaint, /could not be read: 1\n/);
    assert.match(complaint, /did not match: 1\n/);
  });

  it("sundry hash --check prints names with escapes for what controls a terminal", async () => {
    await writeFile(path("hostile"), `${sha256("a")}  \x1b[2J\u202etxt\n`);
    const { text, complaint } = await runSundry(["hash", "--check", path("hostile")]);
    assert.equal(text, "\\x1b[2J\\u202etxt: FAILED open or read\n");
    assert.ok(!complaint.includes("\x1b") && !complaint.includes("\u202e"), complaint);
  });

  it("sundry hash --check fails for a list without a hash", async () => {
    const { code, complaint } = await runSundry(["hash", "--check"], "hello\n");
    assert.deepEqual([code, complaint], [1, "sundry: no line is a hash and a file name\n"]);
  });
});
