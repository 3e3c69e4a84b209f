import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { command, runProgram, runSundry } from "../support/cli.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let folder: string;
let server: RunningServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-cli-"));
  server = await startServer({ DATA_DIR: join(folder, "data") });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const INVOICE = JSON.stringify({
  from: { name: "Ada" },
  to: { name: "Grace" },
  items: [{ description: "Work", quantity: 2, rate: 50 }],
});

describe("the command line", () => {
  it("sundry accepts scalars as flags", async () => {
    const { code, text } = await runSundry(["qr", "--text", "hello", "--margin=2"]);
    assert.equal(code, 0);
    assert.match(text, /^<svg/);
  });

  it("a flag keeps the digits of a decimal that a number would lose", async () => {
    const amount = "0.12345678901234567890123456789";
    const flags = ["--amount", amount, "--to", "USD", "--date", "2026-04-13"];
    const { text } = await runSundry(["currency", ...flags]);
    assert.equal((JSON.parse(text) as { amount: unknown }).amount, amount);
  });

  it("sundry needs no arguments when no member is required", async () => {
    const { code, text } = await runSundry(["password", "--no-symbols"]);
    assert.equal(code, 0);
    assert.match((JSON.parse(text) as { passwords: [string] }).passwords[0], /^[A-Za-z0-9]{16}$/);
  });

  it("sundry treats the word after -- as a file, even if it begins with a dash", async () => {
    const file = join(folder, "-dashed");
    await writeFile(file, "a");
    const { complaint } = await runSundry(["hash", "--", "-dashed"]);
    assert.match(complaint, /^sundry: -dashed cannot be read: ENOENT/);
    const { text } = await runSundry(["hash", "--encoding", "base64", "--", file]);
    assert.equal((JSON.parse(text) as { encoding: string }).encoding, "base64");
  });

  it("sundry reads nested input as JSON from standard input, and from a file", async () => {
    const piped = await runSundry(["invoice"], INVOICE);
    assert.match(piped.text, /^<!doctype html>/i);
    const file = join(folder, "invoice.json");
    await writeFile(file, INVOICE);
    const { code, text } = await runSundry(["invoice", file, "--tax-rate", "10", "--json"]);
    assert.equal(code, 0);
    assert.equal((JSON.parse(text) as { total: number }).total, 110);
  });

  it("sundry treats a query's flag and a name's alias like the server", async () => {
    for (const from of [[], ["--url", server.url]]) {
      const figures = await runSundry(["invoice", "--format", "json", ...from], INVOICE);
      assert.equal((JSON.parse(figures.text) as { total: number }).total, 100);
      const wrong = await runSundry(
        ["invoice", "--format", "docx", ...from],
        '{"from":{},"to":{}}',
      );
      assert.equal(wrong.code, 2);
      assert.match(wrong.complaint, /from\.name is required.*; format must be one of html, json/);
      const narrow = await runSundry(["qr", "--text", "a", "--size", "40", ...from]);
      assert.match(narrow.text, /^<svg [^>]*width="40"/);
      const two = await runSundry(["qr", "--text", "a", "--size", "40", "--width", "50", ...from]);
      assert.equal(two.code, 2);
      assert.match(two.complaint, /width and size are two names of one field/);
    }
  });

  it("sundry hashes a file to its last byte, as sha256sum does", async () => {
    const file = join(folder, "lines.txt");
    for (const content of ["\ufeffa\r\n", "", "a\0é\n\n"]) {
      await writeFile(file, content);
      const expected = createHash("sha256").update(content).digest("hex");
      for (const answer of [
        await runSundry(["hash", file]),
        await runSundry(["hash", "-"], content),
      ]) {
        assert.equal((JSON.parse(answer.text) as { hash: string }).hash, expected);
      }
    }
  });

  it("sundry draws a file's text without the end of its last line", async () => {
    const { text } = await runSundry(["qr", "-"], "hello\n");
    assert.equal(text, (await runSundry(["qr", "--text", "hello"])).text);
  });

  it("sundry draws a file's code into a file, by the language of its name", async () => {
    const source = join(folder, "main.ts");
    const picture = join(folder, "main.png");
    await writeFile(source, "const a: number = 1;\n");
    const { code, bytes } = await runSundry([
      "code-image",
      "--theme",
      "Nord",
      source,
      "-o",
      picture,
    ]);
    assert.deepEqual([code, bytes.length], [0, 0]);
    assert.equal((await readFile(picture)).subarray(1, 4).toString(), "PNG");
  });

  it("sundry prints the warnings in a file's headers, locally and from a server", async () => {
    const words = ["code-image", "--code", "x", "--language", "pyhton"];
    for (const call of [words, [...words, "--url", server.url]]) {
      const { code, bytes, complaint } = await runSundry(call);
      assert.deepEqual([code, bytes.subarray(1, 4).toString()], [0, "PNG"]);
      assert.match(complaint, /Did you mean python\?/);
    }
  });

  it("sundry prints the API's error message and exits with 2", async () => {
    const { code, complaint, text } = await runSundry(["qr", "--text", "a", "--margin", "x"]);
    assert.deepEqual([code, text], [2, ""]);
    assert.equal(complaint, "sundry: margin must be a whole number\n");
    for (const words of [["nothing"], ["qr", "--nope", "1"], ["qr", "--text"]]) {
      assert.equal((await runSundry(words)).code, 2, words.join(" "));
    }
  });

  it("sundry returns the same result from a running server", async () => {
    const words = ["qr", "--text", "hello"];
    const [here, there] = [
      await runSundry(words),
      await runSundry([...words, "--url", server.url]),
    ];
    assert.equal(there.code, 0, there.complaint);
    assert.deepEqual(there.bytes, here.bytes);
    assert.equal((await runSundry(["qr", "--text", "", "--url", server.url])).code, 2);
    assert.equal((await runSundry([...words, "--url", "http://127.0.0.1:1"])).code, 1);
  });

  it("sundry measures the page that --url names, locally and with a server", async () => {
    const url = "http://127.0.0.1:9/";
    const refused = /^sundry: url is blocked/;
    for (const words of [["--url", url], [`--url=${url}`, "--server", server.url], []]) {
      const { code, complaint } = await runSundry(["carbon-footprint", ...words], `${url}\n`);
      assert.equal(code, 2);
      assert.match(complaint, refused);
    }
    // The error proves that the URL was completed and parsed: port 9 is not allowed.
    const { complaint } = await runSundry(["carbon-footprint", "--url", "127.0.0.1:9"]);
    assert.match(complaint, refused);
    assert.match((await runSundry(["carbon-footprint", "--help"])).text, /\n {2}--server URL +Run/);
  });

  it(
    "the examples in the help run in any shell",
    { skip: process.platform === "win32" },
    async () => {
      const { text } = await runSundry(["invoice", "--help"]);
      const example = /Example:\n {2}(.*)\| sundry invoice\n/s.exec(text)?.[1] ?? "";
      const { code, complaint } = await runProgram("sh", [
        "-c",
        `${example} | '${process.execPath}' '${command}' invoice`,
      ]);
      assert.deepEqual([code, complaint], [0, ""]);
    },
  );

  it("sundry prints the help of inbox commands instead of waiting", async () => {
    for (const words of [["--help"], ["wait", "-h"], ["list", "a", "--help"]]) {
      const { code, text } = await runSundry(["inbox", ...words]);
      assert.equal(code, 0);
      assert.match(text, /sundry inbox wait ID/);
    }
  });

  it("sundry inbox waits for a record that matches", async () => {
    const inbox = `${server.url}/api/v1/webhook/orders`;
    const send = (event: string) =>
      fetch(inbox, { method: "POST", body: JSON.stringify({ event }) });
    await send("paid");
    const words = ["inbox", "wait", "orders", "--url", server.url, "--timeout", "60"];
    const waiting = runSundry([...words, "--match", '.event=="paid"']);
    let sent = Promise.resolve();
    const sendBoth = async () => void (await send("open"), await send("paid"));
    const sending = setInterval(() => void (sent = sent.then(sendBoth)), 300);
    const { code, text, complaint } = await waiting;
    clearInterval(sending);
    await sent;
    assert.equal(code, 0, complaint);
    const record = JSON.parse(text) as { seq: number; bodyJson: { event: string } };
    assert.equal(record.bodyJson.event, "paid");
    assert.ok(record.seq > 1, "a new record, not the one from before");
  });

  it("sundry prints the help of every tool and the completion scripts", async () => {
    const { text } = await runSundry(["--help"]);
    for (const name of ["qr", "invoice", "code-image"])
      assert.match(text, new RegExp(`  ${name} `));
    const help = await runSundry(["code-image", "--help"]);
    assert.match(help.text, /--\[no-\]show-line-numbers/);
    assert.match(help.text, /--font-size VALUE +Font size in pixels\. 12 to 24\. Default: 14\.\n/);
    assert.match(help.text, /Example:\n {2}sundry code-image --code/);
    for (const shell of ["bash", "zsh"]) {
      assert.match((await runSundry(["completion", shell])).text, /complete -o default -F _sundry/);
    }
  });
});
