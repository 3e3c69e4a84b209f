import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, it, type TestContext } from "node:test";
import { createGracefulShutdown } from "#src/http/socket/connections.js";
import { waitUntil } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { postJson } from "../support/post.ts";
import { parseHead, sendRaw } from "../support/raw.ts";
import { root, startServer } from "../support/server.ts";

describe("a stop with a delay", () => {
  it("goes on serving while /readyz is 503, and each response ends its connection", async (test) => {
    const server = await startServer({ STOP_DELAY_MS: "60000" });
    test.after(() => server.stop("SIGKILL"));
    const { url, port } = server;
    const ready = () => fetch(`${url}/readyz`).then(({ status }) => status);
    assert.equal(await ready(), 200);
    server.process.kill("SIGTERM");
    await waitUntil(async () => (await ready()) === 503);
    const hash = await postJson(`${url}/api/v1/hash`, { text: "a" });
    assert.deepEqual([hash.status, hash.headers.get("connection")], [200, "close"]);
    // The server closes, although the client would keep the connection.
    const answer = await sendRaw(port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert.equal(parseHead(answer).headers["connection"], "close");
    server.process.kill("SIGTERM");
    assert.equal(await server.exited, null);
  });

  it("closes a connection that sent nothing when its request can no longer be on its way", async () => {
    let nowMs = 0;
    const server = createServer((_, response) => response.end("served"));
    const close = createGracefulShutdown(server, () => nowMs);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const accepted = once(server, "connection");
      const socket = connect(port, "127.0.0.1").setEncoding("latin1");
      await accepted;
      return socket;
    };
    const old = await open();
    nowMs = 999;
    const young = await open();
    const closed = close();
    nowMs = 1000;
    await once(old, "close");
    young.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [answer] = (await once(young, "data")) as [string];
    assert.match(answer, /served/);
    await closed;
  });
});

/** Holds a listening socket as systemd does, and starts and stops the server on it by commands. */
const SUPERVISOR = `
import os, signal, socket, sys
_, count, pid, path, *program = sys.argv
holder = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
holder.bind(path or ("127.0.0.1", 0))
holder.listen(64)
print("listens on", holder.getsockname()[1], flush=True)
for line in sys.stdin:
    if line.strip() == "start":
        child = os.fork()
        if child == 0:
            os.dup2(holder.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=pid or str(os.getpid()), LISTEN_FDS=count)
            os.execv(program[0], program)
    else:
        if line.strip() == "stop":
            os.kill(child, signal.SIGTERM)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
`;

interface SocketOptions {
  count?: string;
  /** For another process than the server. */
  pid?: string;
  isUnix?: boolean;
}

/** Starts the supervisor; returns its commands and its lines. */
function superviseSocket(test: TestContext, options: SocketOptions = {}) {
  const { count = "1", pid = "", isUnix = false } = options;
  const folder = mkdtempSync(join(tmpdir(), "sundry-socket-"));
  const main = join(root, "dist", "bundle", "main.js");
  const path = isUnix ? join(folder, "socket") : "";
  const PORT = pid === "" ? "1" : "0";
  const child = spawn("python3", ["-c", SUPERVISOR, count, pid, path, process.execPath, main], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT, STORE_DEADLINE_MS: "30000" },
  });
  test.after(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => lines.push(line));
  const find = async (pattern: RegExp, after = 0): Promise<string> => {
    await waitUntil(() => lines.slice(after).some((line) => pattern.test(line)));
    return lines.slice(after).find((line) => pattern.test(line)) ?? "";
  };
  return { lines, find, send: (word: string) => void child.stdin.write(`${word}\n`) };
}

describe(
  "a socket that outlives the process",
  { skip: findSkipReason("python3 --version"), timeout: 300_000 },
  () => {
    it("a connection made during a restart waits for the next process", async (test) => {
      const { lines, find, send } = superviseSocket(test);
      const port = Number((await find(/^listens on/)).split(" ").at(-1));
      send("start");
      assert.match(await find(/^Sundry /), new RegExp(`is at http://127\\.0\\.0\\.1:${port}$`));
      send("stop");
      assert.equal(await find(/^ended/), "ended 0");
      const head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      const waiting = sendRaw(port, head, 240_000);
      const told = lines.length;
      send("start");
      assert.equal(parseHead(await waiting).status, 200);
      await find(/^Sundry /, told);
      send("stop");
      await find(/^ended/, told);
    });

    for (const { name, line, ...options } of [
      { name: "several sockets", count: "2", line: 'LISTEN_FDS must be 1; it is "2"' },
      {
        name: "a Unix socket",
        isUnix: true,
        line: "the socket of LISTEN_FDS must listen on a TCP port",
      },
    ]) {
      it(`${name} stops the start with one line`, async (test) => {
        const { lines, find, send } = superviseSocket(test, options);
        await find(/^listens on/);
        send("start");
        send("wait");
        assert.equal(await find(/^ended/), "ended 1");
        await find(/LISTEN_FDS/);
        assert.deepEqual(
          lines.filter((text) => !/^(listens on|ended)/.test(text)),
          [line],
        );
      });
    }

    it("a socket for another process is ignored", async (test) => {
      const { find, send } = superviseSocket(test, { pid: "1" });
      const port = (await find(/^listens on/)).split(" ").at(-1);
      send("start");
      assert.doesNotMatch(await find(/^Sundry /), new RegExp(`:${port}$`));
      send("stop");
      assert.equal(await find(/^ended/), "ended 0");
    });
  },
);
