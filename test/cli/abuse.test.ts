import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { command, runProgram, runSundry } from "../support/cli.ts";
import { findSkipReason } from "../support/needs.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let folder: string;
let server: RunningServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-cli-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe("unusual calls of the command line", () => {
  for (const [words, complaint] of [
    [["hash", "-x"], "-x is not a flag of this command"],
    [["hash", "--"], "-- is not a flag of this command"],
    [
      ["hash", "--algoritm", "md5"],
      "--algoritm is not a flag of this command (did you mean --algorithm?); sundry hash --help",
    ],
    [["hash", "--no-al"], "--no-al is not a flag of this command (did you mean --no-all?)"],
    [
      ["password", "--no-symbls"],
      "--no-symbls is not a flag of this command (did you mean --no-symbols?)",
    ],
    [
      ["code-image", "--no-show-line-number"],
      "--no-show-line-number is not a flag of this command (did you mean --no-show-line-numbers?)",
    ],
    [["hash", "--a\u001b[2J\nsundry: fine"], "--a\\x1b[2J\\x0asundry: fine is not a flag"],
    [["hahs"], "hahs is not a command (did you mean hash?); sundry --help lists them"],
    [["hash", "--constructor", "1"], "--constructor is not a flag of this command"],
    [["hash", "--no-text"], "--no-text is not a flag of this command"],
    [["--hlep"], "--hlep is not a command (did you mean --help?)"],
    [["help", "hahs"], "hahs is not a command (did you mean hash?)"],
    [
      ["inbox", "lst", "a"],
      "inbox takes list or wait and an id, or export, forward or replay (did you mean list?)",
    ],
    [["../hash"], "../hash is not a command; sundry --help lists them"],
    [["code-image/languages-tool"], "code-image/languages-tool is not a command"],
    [["qr", "a", "b"], "b is one file too many"],
    [["qr", "/nowhere/at/all"], "/nowhere/at/all cannot be read: ENOENT"],
    [["qr", "/"], "/ cannot be read: EISDIR"],
    [["completion", "tcsh"], "completion takes bash, zsh or fish"],
    [
      ["hash", "--text", "a", "--url", "127.0.0.1:3000"],
      "--url must be an http:// or https:// URL",
    ],
    [["meeting-cost"], "attendees is required; durationMinutes is required"],
    [["meeting-cost", "--attendees", "[", "--duration-minutes", "1e999"], "attendees must be"],
  ] as const) {
    it(`sundry ${words.join(" ")} fails with: ${complaint}`, async () => {
      const answer = await runSundry(words);
      assert.ok(answer.complaint.startsWith(`sundry: ${complaint}`), answer.complaint);
      assert.deepEqual([answer.code, answer.text], [2, ""]);
      assert.equal(answer.complaint.trimEnd().split("\n").length, 1, "one line, no stack");
    });
  }

  it("a text file is rejected when decoding would change its bytes", async () => {
    const file = join(folder, "latin1.txt");
    await writeFile(file, Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    assert.equal((await runSundry(["qr", file])).complaint, `sundry: ${file} must be UTF-8 text\n`);
  });

  it("an endless input is rejected at its maximum size", async () => {
    const { code, complaint } = await runProgram("bash", [
      "-c",
      `tr '\\0' a < /dev/zero | '${process.execPath}' '${command}' qr`,
    ]);
    const refusal = "sundry: standard input must have at most 262144 bytes\n";
    assert.deepEqual([code, complaint], [2, refusal]);
  });

  it(
    "sundry reports an answer that it cannot write as a failure",
    { skip: !existsSync("/dev/full") },
    async () => {
      const full = `'${process.execPath}' '${command}' hash --text a > /dev/full`;
      const { code, complaint } = await runProgram("bash", ["-c", full]);
      assert.equal(code, 1);
      assert.match(complaint, /^sundry: the answer cannot be written: ENOSPC/);
    },
  );

  it("a reader that closes the pipe causes no failure", async () => {
    const { code, text, complaint } = await runProgram("bash", [
      "-c",
      `'${process.execPath}' '${command}' password --count 50 --include-entropy | head -c 1; echo "\${PIPESTATUS[0]}"`,
    ]);
    assert.deepEqual([code, text, complaint], [0, "{0\n", ""]);
  });
});

describe("the command line with servers of other products", () => {
  for (const [status, body, complaint] of [
    [502, "<html>Bad Gateway</html>", "the server answered 502"],
    [500, "null", "the server answered 500"],
    [404, '{"error":{}}', "the server answered 404"],
  ] as const) {
    it(`sundry reports a response ${status} with ${body} as the server's failure`, async () => {
      const other = createServer((_request, response) =>
        response.writeHead(status, { "content-type": "text/html" }).end(body),
      ).listen(0, "127.0.0.1");
      await once(other, "listening");
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      for (const words of [
        ["hash", "--text", "a", "--url", url],
        ["inbox", "list", "a", "--url", url],
      ]) {
        const answer = await runSundry(words);
        assert.equal(answer.complaint, `sundry: ${complaint}\n`);
        assert.equal(answer.code, status < 500 ? 2 : 1);
      }
      other.close();
    });
  }

  it("sundry names the address of an unreachable server", async () => {
    const { complaint } = await runSundry(["inbox", "list", "a", "--url", "http://127.0.0.1:1"]);
    assert.match(complaint, /^sundry: http:\/\/127\.0\.0\.1:1\/\S+ does not answer: \w+/);
  });

  it("--json from a server equals the local result", async () => {
    const invoice = JSON.stringify({
      from: { name: "Ada" },
      to: { name: "Grace" },
      items: [{ description: "Work", quantity: 2, rate: 50 }],
    });
    const here = await runSundry(["invoice", "--json"], invoice);
    const there = await runSundry(["invoice", "--json", "--url", server.url], invoice);
    assert.deepEqual([there.code, there.text], [0, here.text]);
    const picture = await runSundry(["qr", "--text", "a", "--json", "--url", server.url]);
    assert.equal(picture.text, (await runSundry(["qr", "--text", "a", "--json"])).text);
  });
});

/** Runs `sundry` on a terminal, which merges standard output and error. */
function runOnTerminal(words: string) {
  return runProgram("script", ["-qec", `'${process.execPath}' '${command}' ${words}`, "/dev/null"]);
}

/** Returns a command that waits three seconds for a request that never comes. */
function formatWaitCommand(): string {
  return `inbox wait quiet --timeout 3 --url ${server.url}`;
}

describe("the command line on a terminal", { skip: findSkipReason("script --version") }, () => {
  it("sundry shows elapsed time on a terminal and erases it at the end [slow]", async () => {
    const { text } = await runOnTerminal(formatWaitCommand());
    assert.match(text, /\rwaiting for a request … 1 s\r/);
    assert.ok(text.endsWith("\r\u001b[Ksundry: nothing came in 3 s\r\n"), text);
  });

  it("sundry shows no elapsed time without a terminal [slow]", async () => {
    const { complaint, text } = await runSundry(formatWaitCommand().split(" "));
    assert.deepEqual([text, complaint], ["", "sundry: nothing came in 3 s\n"]);
  });

  it("sundry rejects an image's bytes on a terminal", async () => {
    const { code, text } = await runOnTerminal("code-image --code a --language js");
    assert.equal(code, 2);
    assert.match(text, /sundry: the answer is binary: name a file with -o or use a pipe\r\n$/);
  });
});

describe("completion", () => {
  it(
    "the bash completion script completes commands and flags",
    { skip: findSkipReason("bash --version") },
    async () => {
      const { text } = await runSundry(["completion", "bash"]);
      const ask = async (...words: string[]) => {
        const line = `${text}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _sundry; echo "\${COMPREPLY[@]}"`;
        return (await runProgram("bash", ["-c", line])).text.trim();
      };
      assert.equal(await ask("sundry", "ha"), "hash");
      assert.equal(await ask("sundry", "hash", "--al"), "--algorithm --all");
      assert.equal(await ask("sundry", "inbox", "w"), "wait");
    },
  );

  it(
    "the zsh completion script loads, for the command",
    { skip: findSkipReason("zsh --version") },
    async () => {
      const { text } = await runSundry(["completion", "zsh"]);
      const program = `autoload -Uz compinit; compinit -D -u; eval "$1"; print -r -- $_comps[sundry]`;
      const loaded = await runProgram("zsh", ["-f", "-c", program, "zsh", text]);
      assert.equal(loaded.complaint, "");
      assert.match(loaded.text, /_bash_complete .*-F _sundry/);
    },
  );
});
