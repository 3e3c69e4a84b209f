import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { it, type TestContext } from "node:test";
import { formatLogRecord } from "#src/lib/logging/text-log.js";
import { eventually, waitUntil } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { root } from "../support/server.ts";

function startTextServer(test: TestContext, level: string) {
  const environment = { LOG_FORMAT: "text", LOG_LEVEL: level };
  return startServer(test, { ...environment, FETCH_ALLOW_CIDRS: "10.0.0.0/8" });
}

const main = join(root, "dist", "bundle", "main.js");

/** Starts a server; returns its lines, the first of which has arrived. */
async function startServer(
  test: TestContext,
  environment: Record<string, string>,
  [program, ...words]: [string, ...string[]] = [process.execPath, main],
) {
  const directory = mkdtempSync(join(tmpdir(), "sundry-log-"));
  const child = spawn(program, words, {
    env: {
      PORT: "0",
      DATA_DIR: directory,
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  test.after(() => {
    child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await once(reader, "line");
  return { child, lines };
}

const ANNOUNCEMENT = /^Sundry [\d.]+ is at http:\/\/127\.0\.0\.1:\d+$/;

it("a text log begins with the URL, also before what was logged earlier", async (test) => {
  const { child, lines } = await startTextServer(test, "info");
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  assert.equal(code, 0);
  assert.match(lines[0] ?? "", ANNOUNCEMENT);
  const rest = lines.slice(1).map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ""));
  assert.equal(rest[0], 'warn the guarded fetch may reach these ranges ranges=["10.0.0.0/8"]');
  assert.match(rest[1] ?? "", /^info listening url=http:\/\/127\.0\.0\.1:\d+ version=[\d.]+$/);
  assert.deepEqual(rest.slice(2), ["info stopping signal=SIGTERM"]);
});

it("JSON lines follow the line with the URL, unless LOG_FORMAT asks for JSON alone", async (test) => {
  for (const [format, first] of [
    ["auto", ANNOUNCEMENT],
    ["json", /^\{"level":30,.*"url":"http:.*"msg":"listening"\}$/],
  ] as const) {
    const { child, lines } = await startServer(test, { LOG_FORMAT: format, LOG_LEVEL: "silent" });
    child.kill("SIGTERM");
    await once(child, "close");
    assert.match(lines[0] ?? "", first);
    assert.match(lines.at(-1) ?? "", /"msg":"listening"\}$/);
    assert.equal(lines.length, format === "auto" ? 2 : 1);
  }
});

const noTerminal = findSkipReason("script --version");

it(
  "a text log on a terminal has the line with the URL, too",
  { skip: noTerminal },
  async (test) => {
    const environment = { LOG_FORMAT: "text", PATH: process.env["PATH"] ?? "" };
    const words = `'${process.execPath}' '${main}'`;
    const { lines } = await startServer(test, environment, ["script", "-qec", words, "/dev/null"]);
    await waitUntil(() => lines.length >= 2);
    assert.match(lines[0] ?? "", ANNOUNCEMENT);
    assert.match(lines[1] ?? "", / info listening url=/);
  },
);

it("a text log of level silent has the URL alone", async (test) => {
  const { child, lines } = await startTextServer(test, "silent");
  child.kill("SIGTERM");
  await once(child, "close");
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", ANNOUNCEMENT);
});

it("formatLogRecord writes one line, and quotes values with spaces, quotes and line breaks", () => {
  const time = Date.UTC(2026, 2, 2, 10);
  const record = { time, level: "warn", msg: "a\nb", plain: "x=1", count: 2, text: 'c "d"\ne' };
  assert.equal(
    formatLogRecord(record),
    '2026-03-02T10:00:00.000Z warn a b plain=x=1 count=2 text="c \\"d\\"\\ne"',
  );
});

it("a second signal ends a server that is still answering, without closing it again", async (test) => {
  const { child, lines } = await startTextServer(test, "info");
  const port = Number(/\d+$/.exec(lines[0] ?? "")?.[0]);
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(
    "POST /api/v1/hash HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
  );
  await once(socket, "data");
  child.kill("SIGINT");
  await eventually(() => assert.match(lines.at(-1) ?? "", /stopping signal=SIGINT$/));
  child.kill("SIGTERM");
  const [, signal] = await once(child, "close");
  assert.equal(signal, "SIGTERM");
  assert.equal(lines.filter((line) => line.includes("stopping")).length, 1);
});
