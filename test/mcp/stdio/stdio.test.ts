import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it, type TestContext } from "node:test";
import { runSundry } from "../../support/cli.ts";
import { connectTo } from "../../support/mcp.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { connectStdio, HANDSHAKE, type Message, StdioProcess } from "../../support/stdio.ts";

interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
}

const toResult = ({ result }: Message) => result as unknown as ToolResult;

function start(test: TestContext, ...flags: string[]): StdioProcess {
  const started = new StdioProcess({ flags });
  test.after(() => started.child.kill("SIGKILL"));
  return started;
}

/** Resident memory in MiB, at its highest. */
function readPeakMemory({ child }: StdioProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe("sundry mcp", { timeout: 300_000 }, () => {
  for (const mode of ["auto", "legacy"] as const) {
    it(`the official client (${mode}) lists and calls tools over stdio`, async () => {
      const { client, call } = await connectStdio(mode);
      const revision = client.getNegotiatedProtocolVersion();
      assert.equal(revision, mode === "auto" ? "2026-07-28" : "2025-11-25");
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      assert.ok(names.includes("pdf") && !names.some((name) => name.startsWith("inbox")));
      const { structuredContent } = await call("hash", { text: "a", algorithm: "crc32" });
      assert.equal((structuredContent as { hash: string }).hash, "e8b7be43");
      const { content, isError } = await call("qr", { text: "a", width: "x" });
      assert.deepEqual([isError, content[0]?.text], [true, "width must be a whole number"]);
      const { contents } = await client.readResource({ uri: "sundry://tools/hash" });
      assert.ok("text" in (contents[0] ?? {}));
      await client.close();
    });
  }

  it("requests are answered although standard input ends right after them", async () => {
    // The first call of a tool takes a busy machine longer than the time after the end.
    const lines = [...HANDSHAKE, { jsonrpc: "2.0", id: 2, method: "ping" }]
      .map((message) => JSON.stringify(message))
      .join("\n");
    // The last line has no line break.
    const { code, text, complaint } = await runSundry(["mcp"], lines);
    const answers = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as Message).id);
    assert.deepEqual([code, answers, complaint], [0, ["init", 2], ""]);
  });

  it("SIGTERM and SIGINT end it with 0, also while a call runs", async (test) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const stdio = start(test);
      await stdio.initialize();
      stdio.call("pdf", { markdown: "# A\n\n".repeat(2000) }).catch(() => {});
      await stdio.ask("ping");
      stdio.child.kill(signal);
      assert.equal(await stdio.exited, 0);
      assert.equal(stdio.errors, "");
    }
  });

  it("lines that are no messages are errors, and what follows is answered", async (test) => {
    const stdio = start(test);
    await stdio.initialize();
    stdio.child.stdin.write('{"jsonrpc":"2.0","id":\n[]\n\n{"id":4}\n\u{1f600}\n');
    stdio.child.stdin.write(`"${"x".repeat(10 * 1024 ** 2)}"\n`);
    const { result } = await stdio.ask("ping");
    assert.deepEqual(result, {});
    const codes = stdio.messages.flatMap(({ error }) => (error ? [error.code] : []));
    assert.deepEqual(codes, [-32700, -32600, -32600, -32700, -32600]);
    stdio.child.stdin.write('{"jsonrpc":"2.0","id":9,"meth');
    assert.equal(await stdio.close(), 0);
    assert.equal(stdio.errors, "");
  });

  it("a reader that closes its end ends the process without a stack trace", async (test) => {
    const stdio = start(test);
    await stdio.initialize();
    stdio.child.stdout.destroy();
    for (let id = 0; id < 50; id++)
      stdio.write({ jsonrpc: "2.0", id, method: "tools/list", params: {} });
    assert.equal(await stdio.exited, 0);
    assert.equal(stdio.errors, "");
  });

  it("10,000 concurrent messages get responses in less than 300 MiB", async (test) => {
    const stdio = start(test);
    await stdio.initialize();
    const answers = Array.from({ length: 10_000 }, (_, index) => {
      if (index % 10 === 0) return stdio.ask("tools/list");
      if (index % 10 === 1) return stdio.call("qr", { text: String(index), format: "png" });
      return stdio.call("hash", { text: String(index) });
    });
    const all = await Promise.all(answers);
    assert.equal(all.filter(({ result }) => result?.["isError"]).length, 0);
    const peak = readPeakMemory(stdio);
    assert.ok(peak < 300, `${peak} MiB`);
    assert.equal(await stdio.close(), 0);
    assert.equal(stdio.errors, "");
  });

  it("answers wait for a reader that takes none, in less than 300 MiB", async (test) => {
    const stdio = start(test);
    await stdio.initialize();
    stdio.child.stdout.pause();
    // More bytes than pipes and buffers hold, so that some wait here until answers are read.
    const params = { _meta: { note: "x".repeat(1024) } };
    const answers = Array.from({ length: 2_000 }, () => stdio.ask("tools/list", params));
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(stdio.child.stdin.writableLength > 0);
    stdio.child.stdout.resume();
    await Promise.all(answers);
    const peak = readPeakMemory(stdio);
    assert.ok(peak < 300, `${peak} MiB`);
  });

  it("a canceled call has no answer, and later ones have", async (test) => {
    const stdio = start(test);
    await stdio.initialize();
    stdio.call("pdf", { markdown: "# A\n\n".repeat(2000) }, "slow").catch(() => {});
    stdio.write({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "slow" },
    });
    assert.equal(toResult(await stdio.call("pdf", { markdown: "# A" })).isError, undefined);
    assert.ok(!stdio.messages.some(({ id }) => id === "slow"));
  });

  it("a selection and the search mode restrict what is listed", async (test) => {
    const stdio = start(test, "--tools", "qr", "--set", "security");
    await stdio.initialize();
    const { result } = await stdio.ask("tools/list");
    const { tools } = result as { tools: { name: string }[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["qr", "hash", "password"],
    );
    const search = start(test, "--mode", "search");
    await search.initialize();
    const args = { name: "hash", arguments: { text: "a" } };
    const { structuredContent } = toResult(await search.call("call_tool", args));
    assert.equal(structuredContent["algorithm"], "sha256");
  });

  for (const [flags, complaint] of [
    [
      ["--fles", "x"],
      "sundry: --fles is not a flag of this command (did you mean --files?); sundry mcp --help lists them\n",
    ],
    [["--files"], "sundry: --files needs a value\n"],
    [["x"], "sundry: x is not a flag; sundry mcp --help lists them\n"],
    [["--inline", "-1"], "sundry: --inline needs a value\n"],
    [["--inline", "1e3"], "sundry: --inline must be a whole number from 0 to 4194304\n"],
    [["--inline=4194305"], "sundry: --inline must be a whole number from 0 to 4194304\n"],
    [["--mode", "x"], "sundry: --mode must be search\n"],
    [["--tools", "rq"], 'sundry: --tools has no tool "rq" (did you mean qr?)\n'],
    [
      ["--set", "x"],
      'sundry: --set must be documents, images, calculators, security or webhooks; it is "x"\n',
    ],
    [["--server", "ftp://a"], "sundry: --server must be an http:// or https:// URL\n"],
  ] as const) {
    it(`wrong flags are one line and exit code 2: ${flags.join(" ")}`, async () => {
      const result = await runSundry(["mcp", ...flags]);
      assert.deepEqual([result.code, result.complaint, result.text], [2, complaint, ""]);
    });
  }

  it("a folder that does not exist is one line and exit code 1", async () => {
    const { code, complaint } = await runSundry(["mcp", "--files", "/nowhere/at all"]);
    assert.deepEqual(
      [code, complaint],
      [1, "sundry: --files /nowhere/at all is not a folder that can be read\n"],
    );
  });
});

describe("sundry mcp --server", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  it("tools of inboxes are those of the server, with the default token", async (test) => {
    const { client, call } = await connectStdio("auto", ["--server", server.url]);
    test.after(() => client.close());
    const local = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
    const remote = await connectTo(server.url, "auto", "192.0.2.1");
    test.after(() => remote.client.close());
    for (const tool of (await remote.client.listTools()).tools)
      assert.deepEqual(local.get(tool.name), tool);
    const created = (await call("inbox_create", { private: true })).structuredContent as {
      id: string;
      url: string;
      readToken: string;
    };
    await fetch(created.url, { method: "POST", body: "hello" });
    const { id, readToken: token } = created;
    const without = await call("inbox_list", { id });
    const expected = await remote.call("inbox_list", { id });
    assert.deepEqual(without, expected);
    assert.equal(without.isError, true);
    const withToken = await connectStdio("legacy", ["--server", server.url, "--token", token]);
    test.after(() => withToken.client.close());
    const { structuredContent } = await withToken.call("inbox_list", { id });
    assert.equal((structuredContent as { total: number }).total, 1);
  });

  it("a server that is gone is a tool error that names its URL", async (test) => {
    const { client, call } = await connectStdio("auto", ["--server", "http://127.0.0.1:9"]);
    test.after(() => client.close());
    const { isError, content } = await call("inbox_list", { id: "a" });
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? "", /^http:\/\/127\.0\.0\.1:9\/mcp does not answer/);
  });

  it("a canceled wait ends on the server, too", async () => {
    const stdio = new StdioProcess({ flags: ["--server", server.url] });
    await stdio.initialize();
    stdio.call("inbox_wait", { id: "waited", seconds: 30 }, "wait").catch(() => {});
    await stdio.ask("ping");
    stdio.write({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "wait" },
    });
    assert.equal(await stdio.close(), 0);
    assert.equal(await server.stop(), 0);
    server = await startServer();
  });
});
