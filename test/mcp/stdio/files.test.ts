import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Folders, MovedError, openFile, openFolder } from "#src/mcp/files/folders.js";
import { fillDisk, mountSmallDisk } from "../../support/small-disk.ts";
import { type Message, StdioProcess } from "../../support/stdio.ts";

interface Link {
  type: string;
  uri: string;
  name: string;
  mimeType: string;
  size: number;
  text?: string;
  ["_meta"]?: { "sundry/file": { path: string; bytes: number; sha256: string } };
}

interface ToolResult {
  isError?: boolean;
  content: Link[];
  structuredContent: Record<string, unknown>;
}

const CASES = JSON.parse(
  readFileSync(new URL("../../../../test/cases/mcp.json", import.meta.url), "utf8"),
) as { paths: { accepted: string[]; refused: [string, string][] } };

/** Makes a folder as the cases describe it: a.txt, sub/, and `out`, a link to one outside. */
function makeFolders(): { home: string; work: string; outside: string } {
  const home = mkdtempSync(join(tmpdir(), "sundry-mcp-"));
  const [work, outside] = [join(home, "work"), join(home, "outside")];
  mkdirSync(join(work, "sub"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(work, "a.txt"), "a");
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(outside, join(work, "out"));
  symlinkSync(join(outside, "secret.txt"), join(work, "secret.txt"));
  symlinkSync(join(outside, "new.png"), join(work, "dangling.png"));
  symlinkSync("loop", join(work, "loop"));
  symlinkSync("sub", join(work, "inner"));
  spawnSync("mkfifo", [join(work, "pipe")]);
  return { home, work, outside };
}

function getContents({ result }: Message): unknown {
  return result?.["contents"];
}

const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

describe("files of sundry mcp", { timeout: 300_000 }, () => {
  const { home, work, outside } = makeFolders();
  let stdio: StdioProcess;
  before(async () => {
    stdio = new StdioProcess({ flags: ["--files", work, "--files", join(home, "work", "sub")] });
    await stdio.initialize();
  });
  after(async () => {
    await stdio.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function call(name: string, args: object): Promise<ToolResult> {
    return (await stdio.call(name, args)).result as unknown as ToolResult;
  }

  const save = (saveTo: unknown) => call("qr", { text: "a", saveTo });

  it("tools that make a file list saveTo, and say that they write", async () => {
    const { result } = await stdio.ask("tools/list");
    const { tools } = result as {
      tools: {
        name: string;
        inputSchema: { properties: object };
        annotations: { readOnlyHint: boolean };
      }[];
    };
    for (const { name, inputSchema, annotations } of tools) {
      const isSaved = "saveTo" in inputSchema.properties;
      assert.equal(annotations.readOnlyHint, !isSaved, name);
      const makesNone = /^(hash|password|meeting-cost|webhook-signature|barcode-read|.*languages)$/;
      if (makesNone.test(name)) assert.ok(!isSaved, name);
      if (/^(pdf|qr|invoice|code-image|contract-generator)$/.test(name)) assert.ok(isSaved, name);
    }
  });

  for (const path of CASES.paths.accepted) {
    it(`a file is written to ${path}`, async () => {
      const { content, structuredContent, isError } = await save(path);
      assert.equal(isError, undefined, content[0]?.text);
      const target = resolve(work, path);
      const bytes = readFileSync(target);
      const [link] = content;
      assert.ok(link);
      assert.deepEqual(
        [content.length, link.type, fileURLToPath(link.uri)],
        [1, "resource_link", target],
      );
      assert.deepEqual([link.mimeType, link.size], ["image/png", bytes.length]);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      assert.deepEqual(link["_meta"], {
        "sundry/file": { path: target, bytes: bytes.length, sha256 },
      });
      assert.equal(structuredContent["dataUrl"], link.uri);
      unlinkSync(target);
    });
  }

  it("an absolute path is written in any of the folders", async () => {
    const target = join(work, "sub", "absolute.svg");
    const { content } = await save(target);
    assert.equal(content[0]?.mimeType, "image/svg+xml");
    assert.match(readFileSync(target, "utf8"), /^<svg/);
    const { structuredContent } = await call("hash", { base64: `file:${target}` });
    assert.equal(structuredContent["hash"], content[0]?.["_meta"]?.["sundry/file"].sha256);
    unlinkSync(target);
  });

  it("a link inside the folders is followed", async () => {
    await save("inner/linked.png");
    assert.ok(existsSync(join(work, "sub", "linked.png")));
    unlinkSync(join(work, "sub", "linked.png"));
  });

  for (const [path, rule] of [
    ...CASES.paths.refused,
    ["secret.txt", "must be inside the folders of --files"],
    ["dangling.png", "must be inside the folders of --files"],
    ["loop", "must be inside the folders of --files"],
    ["loop/a.png", "must be inside the folders of --files"],
    ["out/deeper/a.png", "must be inside the folders of --files"],
    ["/dev/null", "must be inside the folders of --files"],
    [`${outside}/a.png`, "must be inside the folders of --files"],
    [`${work}x/a.png`, "must be inside the folders of --files"],
    ["pipe", "exists already: pipe"],
    ["a.txt/a.png", "could not be written: a part of the path is not a folder"],
    [`${"n".repeat(300)}.png`, "could not be written: the name is too long"],
    ["x".repeat(5000), "must have at most 4096 characters"],
    [7, "must be a string"],
  ] as const) {
    it(`saveTo is refused: ${String(path).slice(0, 40).replaceAll("\0", "NUL")} ${rule}`, async () => {
      const files = listFiles(home);
      const { isError, content } = await save(path);
      assert.equal(isError, true);
      const sentence = content[0]?.text ?? "";
      assert.ok(sentence.startsWith(`saveTo ${rule}`), sentence);
      assert.deepEqual(listFiles(home), files);
    });
  }

  it("the extension of saveTo chooses the format, unless the call does", async () => {
    const brief = {
      from: { name: "A" },
      to: { name: "B" },
      items: [{ description: "x", quantity: 1, rate: 1 }],
    };
    for (const [saveTo, format, start] of [
      ["i.pdf", undefined, "%PDF"],
      ["i.html", undefined, "<!do"],
      ["i.json", undefined, '{"in'],
      ["i.txt", "html", "<!do"],
      ["i", undefined, "<!do"],
    ] as const) {
      const { content } = await call("invoice", { ...brief, saveTo, ...(format && { format }) });
      const target = join(work, saveTo);
      assert.equal(readFileSync(target, "latin1").slice(0, 4), start, content[0]?.text);
      unlinkSync(target);
    }
  });

  it("a file over the inline limit is written to the first folder", async () => {
    const code = "let a = 1;\n".repeat(200);
    const { content, structuredContent } = await call("code-image", { code, language: "js" });
    const [link] = content;
    assert.ok(link?.type === "resource_link" && link.size > 32_768);
    assert.match(link.name, /^code-image-[0-9a-f]{8}\.png$/);
    const path = join(work, link.name);
    assert.equal(fileURLToPath(link.uri), path);
    assert.equal(structuredContent["dataUrl"], link.uri);
    assert.equal(statSync(path).size, link.size);
    const read = await stdio.ask("resources/read", { uri: link.uri });
    const [{ blob }] = getContents(read) as [{ blob: string }];
    assert.ok(Buffer.from(blob, "base64").equals(readFileSync(path)));
    const small = await call("code-image", { code: "a", language: "js" });
    assert.equal(small.content[0]?.type, "image");
    unlinkSync(path);
  });

  it("members that take bytes take paths, relative, absolute and as URLs", async () => {
    await call("qr", { text: "read me", format: "png", saveTo: "sub/ü code.png" });
    const path = join(work, "sub", "ü code.png");
    for (const image of ["file:sub/ü code.png", `file:${path}`, new URL(`file://${path}`).href]) {
      const { structuredContent, content } = await call("barcode-read", { image });
      assert.equal(structuredContent["count"], 1, content[0]?.text);
    }
    const { content } = await call("qr", { text: "a", logo: "file:sub/ü code.png", format: "svg" });
    assert.match(content[0]?.text ?? "", /<image /);
    const text = await call("hash", { text: "file:a.txt" });
    assert.notEqual(text.structuredContent["hash"], createHash("sha256").update("a").digest("hex"));
    unlinkSync(path);
  });

  it("a file of any size is hashed piece by piece", async () => {
    const path = join(work, "large.bin");
    const bytes = Buffer.alloc(48 * 1024 ** 2, 7);
    writeFileSync(path, bytes);
    const args = { base64: "file:large.bin", algorithm: "sha1", encoding: "base64" };
    const { structuredContent } = await call("hash", args);
    assert.equal(structuredContent["hash"], createHash("sha1").update(bytes).digest("base64"));
    const both = await call("hash", { ...args, text: "a" });
    assert.match(both.content[0]?.text ?? "", /must not be combined with/);
    unlinkSync(path);
  });

  for (const [reference, rule] of [
    ["file:none.txt", "names a file that does not exist"],
    ["file:a.txt/b", "names a file that does not exist"],
    ["file:secret.txt", "must name a file inside the folders of --files"],
    ["file:out/secret.txt", "must name a file inside the folders of --files"],
    ["file:../outside/secret.txt", "must name a file inside the folders of --files"],
    ["file:/etc/passwd", "must name a file inside the folders of --files"],
    ["file:///etc/passwd", "must name a file inside the folders of --files"],
    ["file:///%2e%2e/etc/passwd", "must name a file inside the folders of --files"],
    ["file://host/share/a", "must name a file inside the folders of --files"],
    ["file:", "must name a file inside the folders of --files"],
    ["file:sub", "must name a file inside the folders of --files"],
    ["file:pipe", "must name a file inside the folders of --files"],
    ["file:a\0.txt", "must name a file inside the folders of --files"],
    [
      "sundry://files/AAAAAAAAAAAAAAAAAAAAAA/a.png",
      "names a file that does not exist or has expired",
    ],
  ] as const) {
    it(`an input is refused: ${reference.replaceAll("\0", "NUL")} ${rule}`, async () => {
      for (const [tool, member] of [
        ["hash", "base64"],
        ["barcode-read", "image"],
      ] as const) {
        const { isError, content } = await call(tool, { [member]: reference });
        assert.deepEqual([isError, content[0]?.text], [true, `${member} ${rule}`]);
      }
    });
  }

  it("nothing outside of the folders was written", () => {
    assert.deepEqual(listFiles(outside), ["secret.txt"]);
  });
});

function prepare(test: TestContext) {
  const folders = makeFolders();
  test.after(() => rmSync(folders.home, { recursive: true, force: true }));
  return folders;
}

describe("folders that change between the check and the use", () => {
  it("a folder that becomes a link is not written to", async (test) => {
    const { work, outside } = prepare(test);
    const folders = await Folders.open([work]);
    for (const path of ["sub/a.png", "sub/new/a.png"]) {
      const found = await folders.find(path);
      assert.ok(found.kind === "missing");
      renameSync(join(work, "sub"), join(work, "moved"));
      symlinkSync(outside, join(work, "sub"));
      await assert.rejects(openFolder(found.place), MovedError);
      assert.deepEqual(listFiles(outside), ["secret.txt"]);
      unlinkSync(join(work, "sub"));
      renameSync(join(work, "moved"), join(work, "sub"));
    }
  });

  it("a folder that becomes a link after it was opened stays what it was", async (test) => {
    const { work, outside } = prepare(test);
    const found = await (await Folders.open([work])).find("sub/a.png");
    assert.ok(found.kind === "missing");
    const folder = await openFolder(found.place);
    renameSync(join(work, "sub"), join(work, "moved"));
    symlinkSync(outside, join(work, "sub"));
    writeFileSync(join(folder.path, "a.png"), "a");
    await folder.close();
    assert.deepEqual(
      [listFiles(outside), listFiles(join(work, "moved"))],
      [["secret.txt"], ["a.png"]],
    );
  });

  it("a file that becomes a link or a pipe is not read", async (test) => {
    const { work, outside } = prepare(test);
    const found = await (await Folders.open([work])).find("a.txt");
    assert.ok(found.kind === "file");
    unlinkSync(join(work, "a.txt"));
    symlinkSync(join(outside, "secret.txt"), join(work, "a.txt"));
    await assert.rejects(openFile(found.place));
    unlinkSync(join(work, "a.txt"));
    renameSync(join(work, "pipe"), join(work, "a.txt"));
    await assert.rejects(openFile(found.place), MovedError);
  });
});

describe("sundry mcp without folders", { timeout: 300_000 }, () => {
  it("no file is read or written, and large results are kept in memory", async () => {
    const stdio = new StdioProcess({ flags: ["--inline", "0"] });
    await stdio.initialize();
    const call = async (name: string, args: object) =>
      (await stdio.call(name, args)).result as unknown as ToolResult;
    const refused = await call("hash", { base64: "file:/etc/passwd" });
    assert.equal(refused.content[0]?.text, "base64 must name a file inside the folders of --files");
    const { content, structuredContent } = await call("qr", { text: "a", format: "png" });
    const [link] = content;
    assert.match(link?.uri ?? "", /^sundry:\/\/files\/[\w-]{22}\/qr\.png$/);
    assert.equal(structuredContent["dataUrl"], link?.uri);
    const read = await stdio.ask("resources/read", { uri: link?.uri });
    assert.equal((getContents(read) as [{ mimeType: string }])[0].mimeType, "image/png");
    const { structuredContent: codes } = await call("barcode-read", { image: link?.uri });
    assert.equal(codes["count"], 1);
    assert.equal(await stdio.close(), 0);
  });
});

describe("sundry mcp on a full disk", { timeout: 300_000 }, () => {
  it("a file without space is a sentence, and leaves no part of itself", async (test) => {
    const disk = mountSmallDisk(test, "1m");
    if (disk === undefined) return test.skip("mounting needs the rights of root");
    fillDisk(join(disk, "filler"));
    const stdio = new StdioProcess({ flags: ["--files", disk, "--inline", "100"] });
    await stdio.initialize();
    const args = { code: "let a = 1;\n".repeat(50), language: "js" };
    const saved = (await stdio.call("code-image", { ...args, saveTo: "a.png" }))
      .result as unknown as ToolResult;
    assert.deepEqual(
      [saved.isError, saved.content[0]?.text],
      [true, "saveTo could not be written: no space left"],
    );
    // Without a place of the caller's choice, the result contains the file.
    const embedded = (await stdio.call("code-image", args)).result as unknown as ToolResult;
    assert.equal(embedded.content[0]?.type, "image");
    assert.deepEqual(listFiles(disk), ["filler"]);
    await stdio.close();
    return undefined;
  });
});
