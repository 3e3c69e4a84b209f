import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { findMatch } from "#src/web/tool/kits/hash/find-match.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

const TITLES: Record<string, string> = {
  md5: "MD5",
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};
const ALGORITHMS = Object.keys(TITLES);

/** Large enough for several reports of progress, small enough for a busy machine. */
const LARGE_MIB = Number(process.env["HASH_FILE_MIB"] ?? 16);
const LARGE_BYTES = LARGE_MIB * 2 ** 20;
/** Allows half a second for each MiB, so that 2048 MiB end on a busy machine, too. */
const LARGE_FILE_MS = 100_000 + LARGE_MIB * 500;
const TIMEOUT_MS = LARGE_FILE_MS + 60_000;

describe("findMatch", () => {
  const digest = createHash("sha256").update("abc").digest("hex");
  for (const text of [
    digest,
    ` ${digest.toUpperCase()}\n`,
    `${digest}  disk image.iso`,
    `${digest} *image.iso`,
    `sha256:${digest}`,
    `SHA256 (image.iso) = ${digest}`,
  ])
    it(`findMatch finds the digest in ${JSON.stringify(text)}`, () =>
      assert.equal(findMatch({ md5: "0", sha256: digest }, text), "sha256"));

  it("findMatch does not find a part of a digest", () => {
    assert.equal(findMatch({ sha256: digest }, digest.slice(1)), undefined);
    assert.equal(findMatch({ sha256: digest }, `0${digest}`), undefined);
  });
});

describe("files on the page of hashes", { skip: noBrowser, timeout: TIMEOUT_MS }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Opens the page and chooses files. */
  async function choose(...files: { name: string; buffer: Buffer }[]) {
    const { page, said } = await pages.open("/tools/hash");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
    await page
      .getByLabel("Choose files")
      .setInputFiles(
        files.map(({ name, buffer }) => ({ name, buffer, mimeType: "application/octet-stream" })),
      );
    const fileNamed = (name: string) => page.getByRole("article", { name });
    return { page, said, sent, fileNamed };
  }

  it("several files are hashed in the browser as node:crypto does, and nothing is sent", async () => {
    const files = [
      { name: "random.bin", buffer: randomBytes(5 * 1024 * 1024 + 77) },
      { name: "empty.bin", buffer: Buffer.alloc(0) },
    ];
    const { page, said, sent, fileNamed } = await choose(...files);
    for (const { name, buffer } of files) {
      const shown = fileNamed(name).locator("code");
      const expected = ALGORITHMS.map((one) => createHash(one).update(buffer).digest("hex"));
      await eventually(async () => assert.deepEqual(await shown.allTextContents(), expected, name));
    }
    assert.deepEqual(
      sent.filter((request) => !/^GET .*\/assets\/file-hash-worker-[\w-]+\.js$/.test(request)),
      [],
    );
    assert.deepEqual(said, []);
    await page.close();
  });

  it("Compare with names the algorithm that matches, in either case", async () => {
    const buffer = Buffer.from("abc");
    const { page, fileNamed } = await choose({ name: "abc.txt", buffer });
    const compare = page.getByLabel("Compare with");
    const verdict = fileNamed("abc.txt").getByRole("status");
    for (const algorithm of ALGORITHMS) {
      const digest = createHash(algorithm).update(buffer).digest("hex");
      await compare.fill(` ${digest.toUpperCase()} `);
      await verdict.getByText(`Matches ${TITLES[algorithm]}`, { exact: true }).waitFor();
    }
    await compare.fill("0".repeat(64));
    await verdict.getByText("Matches none of them", { exact: true }).waitFor();
    await page.close();
  });

  it("on a phone, a large file on disk is compared with the checksum of its download page", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sundry-hash-"));
    const path = join(folder, "image.iso");
    // Sparse, so that nothing is written.
    await writeFile(path, "");
    await truncate(path, LARGE_BYTES);
    const hash = createHash("sha256");
    const zeros = Buffer.alloc(2 ** 20);
    for (let written = 0; written < LARGE_BYTES; written += zeros.length) hash.update(zeros);
    const context = await pages.browser.newContext(DEVICES["a phone"]);
    const { page, said } = await pages.open("/tools/hash", context);
    await page.getByLabel("Compare with").fill(hash.digest("hex"));
    await page.getByLabel("Choose files").setInputFiles(path);
    const file = page.getByRole("article", { name: "image.iso" });
    await file.getByText("Matches SHA-256", { exact: true }).waitFor({ timeout: LARGE_FILE_MS });
    assert.deepEqual(said, []);
    await context.close();
    await rm(folder, { recursive: true });
  });

  it("the digest to compare with is computed before the others", async () => {
    const context = await pages.browser.newContext();
    await context.addInitScript(`{
      Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 });
      globalThis.tasks = [];
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (task) {
        tasks.push(task.algorithms.join());
        postMessage.call(this, task);
      };
    }`);
    const { page, said } = await pages.open("/tools/hash", context);
    const buffer = Buffer.alloc(5 * 2 ** 20);
    await page.getByLabel("Compare with").fill(createHash("sha512").update(buffer).digest("hex"));
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name: "zeros.bin", mimeType: "application/octet-stream", buffer });
    const file = page.getByRole("article", { name: "zeros.bin" });
    await file.getByText("Matches SHA-512", { exact: true }).waitFor();
    await file.locator("progress").waitFor({ state: "detached" });
    assert.deepEqual(await page.evaluate("tasks"), ["sha512", "sha256", "sha1", "md5", "sha384"]);
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a file that is dropped beside the panel is hashed, and dragged text is left to the browser", async () => {
    const { page } = await pages.open("/tools/hash");
    const drag = (type: string, target: string, fill: string) =>
      page.evaluate<boolean>(`{
        const dataTransfer = new DataTransfer();
        ${fill};
        const event = new DragEvent("${type}", { dataTransfer, bubbles: true, cancelable: true });
        !document.querySelector("${target}").dispatchEvent(event);
      }`);
    const file = 'dataTransfer.items.add(new File(["abc"], "abc.bin"))';
    assert.equal(await drag("dragover", "h1", file), true, "the page allows the drop");
    assert.equal(await drag("drop", "h1", file), true, "the browser does not open the file");
    await page.getByRole("article", { name: "abc.bin" }).locator("code").first().waitFor();
    // The JSON import of the form accepts it, too.
    const json = 'dataTransfer.items.add(new File(["{}"], "a.json", { type: "application/json" }))';
    assert.equal(await drag("drop", ".file-hashes h2", json), true);
    await page.getByRole("article", { name: "a.json" }).locator("code").first().waitFor();
    const text = 'dataTransfer.setData("text/plain", "word")';
    assert.equal(await drag("drop", "textarea", text), false);
    await page.close();
  });

  it("Cancel ends a dropped file halfway, and the next one is hashed", async () => {
    const { page, said } = await pages.open("/tools/hash");
    // 2 GiB made of one repeated MiB, which needs no memory and takes longer to hash than the
    // click.
    await page.evaluate(`{
      const part = new Blob([new Uint8Array(2 ** 20)]);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(Array(2 ** 11).fill(part), "long.bin"));
      dataTransfer.items.add(new File(["abc"], "short.bin"));
      document.querySelector(".file-hashes .file-picker")
        .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    const long = page.getByRole("article", { name: "long.bin" });
    await long.getByText(/^[1-9]\d*%$/).waitFor({ timeout: 100_000 });
    await page.getByRole("button", { name: "Cancel long.bin" }).click();
    await long.getByText("Cancelled", { exact: true }).waitFor();
    const md5 = createHash("md5").update("abc").digest("hex");
    await page
      .getByRole("article", { name: "short.bin" })
      .getByText(md5, { exact: true })
      .waitFor();
    assert.equal(await long.locator("code").count(), 0);
    assert.deepEqual(said, []);
    await page.close();
  });
});
