import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parseChecksum } from "#src/web/tool/kits/hash/checksum.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

/** The algorithms of files, in the order of the page. */
const TITLES: Record<string, string> = {
  sha256: "SHA-256",
  sha512: "SHA-512",
  sha1: "SHA-1",
  md5: "MD5",
  sha384: "SHA-384",
  crc32: "CRC-32",
};
const ALGORITHMS = Object.keys(TITLES);

/** Not a multiple of any block or buffer. */
const UNEVEN_BYTES = 64 * 2 ** 20 + 77;

/** Large enough for several reports of progress, small enough for a busy machine. */
const LARGE_MIB = Number(process.env["HASH_FILE_MIB"] ?? 16);
const LARGE_BYTES = LARGE_MIB * 2 ** 20;
/** Allows half a second for each MiB, so that 2048 MiB end on a busy machine, too. */
const LARGE_FILE_MS = 100_000 + LARGE_MIB * 500;
const TIMEOUT_MS = LARGE_FILE_MS + 300_000;

describe("parseChecksum", () => {
  const sha256 = createHash("sha256").update("abc");
  const digest = sha256.copy().digest("hex");
  for (const text of [
    digest,
    ` ${digest.toUpperCase()}\n`,
    `${digest}  disk image.iso`,
    `${digest} *image.iso`,
    `sha256:${digest}`,
    `SHA256 (image.iso) = ${digest}`,
    `SHA256 (${"0".repeat(32)}.iso) = ${digest}`,
    sha256.copy().digest("base64"),
    `sha256-${sha256.copy().digest("base64")}`,
  ])
    it(`parseChecksum reads the SHA-256 in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(parseChecksum(text), { algorithm: "sha256", digest }));

  for (const text of ["DEADBEEF", "0xdeadbeef", "crc32:deadbeef", "CRC32 (a.iso) = deadbeef"])
    it(`parseChecksum reads the CRC-32 in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(parseChecksum(text), { algorithm: "crc32", digest: "deadbeef" }));

  for (const text of ["", "abc", "deadbeef.iso", "integrity", digest.slice(1), `0${digest}`])
    it(`parseChecksum finds nothing in ${JSON.stringify(text)}`, () =>
      assert.equal(parseChecksum(text), undefined));
});

describe("files on the page of hashes", { skip: noBrowser, timeout: TIMEOUT_MS }, () => {
  let pages: Pages;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-hash-"));
    pages = await startPages({ OFFLINE: "true" });
  });
  after(async () => {
    await pages.stop();
    await rm(folder, { recursive: true });
  });

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

  /** Returns the digests of the API, in the order of the page. */
  async function hashByApi(body: Buffer): Promise<(string | undefined)[]> {
    const response = await fetch(`${pages.server.url}/api/v1/hash?algorithm=crc32&all=true`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: new Uint8Array(body),
    });
    const { hash, hashes } = (await response.json()) as {
      hash: string;
      hashes: Record<string, string>;
    };
    return ALGORITHMS.map((algorithm) => hashes[algorithm] ?? hash);
  }

  it("several files are hashed in the browser as by the API, and nothing is sent", async () => {
    const { page, said } = await pages.open("/tools/hash");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
    const bytes = { "uneven.bin": randomBytes(UNEVEN_BYTES), "empty.bin": Buffer.alloc(0) };
    const files = await Promise.all(
      Object.entries(bytes).map(async ([name, content]) => {
        const path = join(folder, name);
        await writeFile(path, content);
        return { name, path, digests: await hashByApi(content) };
      }),
    );
    await page.getByLabel("Choose files").setInputFiles(files.map(({ path }) => path));
    for (const { name, digests } of files) {
      const file = page.getByRole("article", { name });
      await file.getByText(digests.at(-1) ?? "").waitFor({ timeout: LARGE_FILE_MS });
      await file.locator("progress").waitFor({ state: "detached", timeout: LARGE_FILE_MS });
      assert.deepEqual(await file.locator("code").allTextContents(), digests, name);
    }
    assert.deepEqual(
      sent.filter((request) => !/^GET .*\/assets\/[\w-]+\.js$/.test(request)),
      [],
    );
    assert.deepEqual(said, []);
    await page.close();
  });

  it("WebAssembly is allowed in the worker of files alone, which may load nothing", async () => {
    const { page } = await pages.open("/tools/hash");
    const loaded = page.waitForResponse((response) => response.url().includes("file-hash-worker"));
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name: "a.bin", mimeType: "", buffer: Buffer.from("a") });
    const worker = (await loaded).headers()["content-security-policy"];
    assert.equal(worker, "default-src 'none'; script-src 'wasm-unsafe-eval'");
    const policy = (await fetch(page.url())).headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self';/);
    assert.doesNotMatch(policy, /wasm/);
    await page.close();
  });

  it("files are hashed in browsers that do not read them into a buffer", async () => {
    const { page } = await pages.open("/tools/hash");
    await page.route("**/assets/file-hash-worker-*", async (route) => {
      const response = await route.fetch();
      const withoutBuffers = `{
        const { getReader } = ReadableStream.prototype;
        ReadableStream.prototype.getReader = function (options) {
          if (options) throw new TypeError("not a stream of bytes");
          return getReader.call(this);
        };
      }`;
      await route.fulfill({ response, body: withoutBuffers + (await response.text()) });
    });
    const buffer = randomBytes(3 * 2 ** 20);
    await page.getByLabel("Choose files").setInputFiles({ name: "a.bin", mimeType: "", buffer });
    const sha256 = createHash("sha256").update(buffer).digest("hex");
    await page.getByRole("article", { name: "a.bin" }).getByText(sha256).waitFor();
    await page.close();
  });

  it("the algorithm of the pasted checksum is alone, with others behind All algorithms", async () => {
    const buffer = Buffer.from("abc");
    const digests = await hashByApi(buffer);
    const { page, fileNamed } = await choose({ name: "abc.txt", buffer });
    const compare = page.getByLabel("Compare with");
    const file = fileNamed("abc.txt");
    const verdict = file.getByRole("status");
    const codes = file.locator("code:visible");
    for (const [index, algorithm] of ALGORITHMS.entries()) {
      await compare.fill(` ${digests[index]?.toUpperCase()} `);
      await verdict.getByText(`Matches ${TITLES[algorithm]}`, { exact: true }).waitFor();
      assert.deepEqual(await codes.allTextContents(), [digests[index]]);
    }
    await compare.fill("0".repeat(64));
    await verdict.getByText("Does not match SHA-256", { exact: true }).waitFor();
    await file.getByText("All algorithms", { exact: true }).click();
    await eventually(async () => assert.deepEqual(await codes.allTextContents(), digests));
    await page.close();
  });

  it("text that is not a checksum is named after it is pasted, without a verdict", async () => {
    const { page, fileNamed } = await choose({ name: "abc.txt", buffer: Buffer.from("abc") });
    const compare = page.getByLabel("Compare with");
    const problem = page.getByText(/^Not a checksum of MD5/);
    await compare.pressSequentially("abc");
    assert.equal(await problem.count(), 0, "not while it is typed");
    await compare.blur();
    await problem.waitFor();
    assert.equal(await fileNamed("abc.txt").getByRole("status").count(), 0);
    await compare.fill("0".repeat(32));
    await problem.waitFor({ state: "detached" });
    await fileNamed("abc.txt").getByText("Does not match MD5", { exact: true }).waitFor();
    await page.close();
  });

  it("the panel of files is above the form, and a file's verdict is in the first screen of a phone", async () => {
    const context = await pages.browser.newContext(DEVICES["a phone"]);
    const { page } = await pages.open("/tools/hash", context);
    const buffer = Buffer.from("abc");
    await page.getByLabel("Compare with").fill(createHash("sha1").update(buffer).digest("hex"));
    await page.getByLabel("Choose files").setInputFiles({ name: "abc.txt", mimeType: "", buffer });
    const verdict = page.getByRole("article", { name: "abc.txt" }).getByRole("status");
    await verdict.waitFor();
    const getTop = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    assert.ok((await getTop(".file-hashes .verdict")) < 700 - 40);
    assert.ok((await getTop(".file-hashes")) < (await getTop("#tool-form")));
    await context.close();
  });

  it("on a phone, a large file on disk is compared with the checksum of its download page", async () => {
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
  });

  it("the digest to compare with is computed alone until All algorithms is opened", async () => {
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
    assert.deepEqual(await page.evaluate("tasks"), ["sha512"]);
    await file.getByText("All algorithms", { exact: true }).click();
    const expected = ["sha512", "sha256", "sha1", "md5", "sha384", "crc32"];
    await eventually(async () => assert.deepEqual(await page.evaluate("tasks"), expected));
    await file.locator("progress").waitFor({ state: "detached" });
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
