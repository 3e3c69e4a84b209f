import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runInboxCommand } from "#src/cli/inbox/command.js";
import { ValidationError } from "#src/lib/errors.js";
import { command, runSundry } from "../../support/cli.ts";
import { startTarget } from "./forwarding.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

let folder: string;
let server: RunningServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-inbox-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function send(id: string, body: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/webhook/${id}/a`, { method: "POST", body });
}

/** Creates a private inbox with one record; returns its id and token. */
async function createPrivateInbox(): Promise<{ id: string; readToken: string }> {
  const response = await fetch(`${server.url}/api/v1/inboxes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"private":true}',
  });
  const inbox = (await response.json()) as { id: string; readToken: string };
  await send(inbox.id, "secret");
  return inbox;
}

describe("sundry inbox forward", () => {
  it("sundry inbox forward prints a line for each record and exits with 0 on SIGINT", async (test) => {
    const target = await startTarget();
    test.after(() => target.close());
    await send("lines", "1");
    const words = ["inbox", "forward", "lines", target.url, "--all", "--server", server.url];
    const child = spawn(process.execPath, [command, ...words]);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    assert.match(line.toString(), /^1 POST \/a 200 \d+ ms\n$/);
    child.kill("SIGINT");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });

  it("sundry inbox forward prints JSON and exits with 1 on a status of 400 with --fail-fast", async (test) => {
    const target = await startTarget((response) => response.writeHead(400).end());
    test.after(() => target.close());
    const { id, readToken } = await createPrivateInbox();
    const flags = ["--all", "--json", "--fail-fast", "--token", readToken, "--url", server.url];
    const { code, text } = await runSundry(["inbox", "forward", id, target.url, ...flags]);
    assert.equal(code, 1);
    const { ms, ...line } = JSON.parse(text) as { ms: number; id: string };
    assert.ok(ms >= 0);
    assert.deepEqual(
      { ...line, id: "" },
      { seq: 1, id: "", method: "POST", path: "/a", status: 400 },
    );
    const refused = await runSundry(["inbox", "forward", id, target.url, "--url", server.url]);
    assert.equal(refused.code, 2);
    assert.match(refused.complaint, /^sundry: This inbox is private/);
  });
});

describe("sundry inbox replay", () => {
  it("sundry inbox replay sends one record several times", async (test) => {
    const target = await startTarget();
    test.after(() => target.close());
    for (const body of ["first", "second"]) await send("replay", body);
    const words = ["inbox", "replay", "replay", "2", target.url, "--url", server.url];
    const { code, text } = await runSundry([...words, "--times", "3"]);
    assert.equal(code, 0);
    assert.equal(text.match(/^2 POST \/a 200 /gm)?.length, 3);
    assert.deepEqual(
      target.received.map(({ body }) => body.toString()),
      Array(3).fill("second"),
    );
  });

  it("sundry inbox replay fails for a record that does not exist and a target that does not respond", async () => {
    await send("replay-fails", "x");
    const words = ["--url", server.url, "replay", "replay-fails"];
    const address = "http://127.0.0.1:1";
    const missing = await runSundry(["inbox", ...words, "9", address]);
    assert.deepEqual([missing.code, missing.complaint], [1, "sundry: the inbox has no record 9\n"]);
    const down = await runSundry(["inbox", ...words, "1", address]);
    assert.deepEqual([down.code, down.complaint], [1, "sundry: 1 POST /a failed: ECONNREFUSED\n"]);
  });
});

describe("sundry inbox export", () => {
  it("sundry inbox export writes what the server exports to standard output or a file", async () => {
    const { id, readToken } = await createPrivateInbox();
    const headers = { "x-inbox-token": readToken };
    const words = ["inbox", "export", id, "--token", readToken, "--url", server.url];
    for (const format of ["ndjson", "http"]) {
      const url = `${server.url}/api/v1/inboxes/${id}/export?format=${format}`;
      const expected = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
      assert.ok((await runSundry([...words, "--format", format])).bytes.equals(expected));
      const file = join(folder, format);
      assert.equal((await runSundry([...words, "--format", format, "-o", file])).text, "");
      assert.ok((await readFile(file)).equals(expected));
    }
    const wrong = await runSundry([...words, "--format", "pdf"]);
    assert.deepEqual([wrong.code, wrong.text], [2, ""]);
    assert.match(wrong.complaint, /^sundry: format must be one of ndjson, har, curl, http\n$/);
  });
});

describe("sundry inbox list", () => {
  it("sundry inbox list prints the records that match, also of a private inbox", async () => {
    const { id, readToken } = await createPrivateInbox();
    await send(id, '{"event":"paid"}');
    const words = ["inbox", "list", id, "--token", readToken, "--url", server.url];
    const { text } = await runSundry([...words, "--match", '.event=="paid"']);
    const { payloads } = JSON.parse(text) as { payloads: { seq: number }[] };
    assert.deepEqual(
      payloads.map(({ seq }) => seq),
      [2],
    );
  });
});

describe("unusual calls of sundry inbox", () => {
  for (const [words, complaint] of [
    [["open", "a"], "inbox takes list or wait and an id"],
    [["forward", "a"], "inbox forward must be called as: forward ID URL"],
    [["list", "a", "b"], "inbox list must be called as: list ID"],
    [["list", "a", "--times", "3"], "--times is not a flag of inbox list"],
    [["forward", "a", "localhost:8080"], "the target must be an http:// or https:// URL"],
    [["forward", "a", "http://u:p@localhost"], "the target must not contain a user name"],
    [["forward", "a", "http://b", "--all", "--after", "1"], "--all excludes --after"],
    [["forward", "a", "http://b", "--match", "paid"], '--match must be like .event=="paid"'],
    [
      ["forward", "a", "http://b", "--timeout-ms", "0"],
      "--timeout-ms must be a whole number from 1",
    ],
    [["replay", "a", "0", "http://b"], "SEQ must be a whole number from 1"],
    [["replay", "a", "1", "http://b", "--times", "1001"], "--times must be a whole number from 1"],
    [["list", "a", "--mach", "b"], "--mach is not a flag of this command (did you mean --match?)"],
    [["export", "a", "-o"], "--output needs a value"],
    [["list", "a", "--token", "--match", "b"], "--token needs a value"],
    [["list", "a", "--token", "-b"], "--token needs a value"],
    [["forward", "a", "--all=1"], "--all takes no value"],
    [["wait", "a", "--timeout", "soon"], "--timeout must be a number of seconds above 0"],
    [["wait", "a", "--match", "paid"], '--match must be like .event=="paid"'],
    [["wait"], "inbox takes list or wait and an id"],
    [["list", "a", "--server", "here"], "--server must be an http:// or https:// URL"],
  ] as const) {
    // In this process, because other tests check how the command ends for a ValidationError.
    it(`sundry inbox ${words.join(" ")} fails with: ${complaint}`, async () => {
      const printed: string[] = [];
      await assert.rejects(
        runInboxCommand(words, (text) => void printed.push(text)),
        (error) => {
          assert.ok(error instanceof ValidationError);
          assert.ok(error.message.startsWith(complaint), error.message);
          assert.ok(!error.message.includes("\n"), "one line");
          return true;
        },
      );
      assert.deepEqual(printed, []);
    });
  }
});
