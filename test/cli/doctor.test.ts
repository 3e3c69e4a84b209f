import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { judgeClock } from "#src/cli/doctor/clock.js";
import { judgeFiles, judgeNode } from "#src/cli/doctor/machine.js";
import { judgeDisk } from "#src/cli/doctor/storage.js";
import { startRedis } from "#scripts/test/redis-server.mjs";
import { command, runProgram } from "../support/cli.ts";
import { noRedis } from "../support/redis.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

interface Report {
  ok: boolean;
  checks: { name: string; result: string; finding: string; advice: string | null }[];
}

const folder = mkdtempSync(join(tmpdir(), "sundry-doctor-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command with these variables alone. */
function run(environment: Record<string, string>, ...words: string[]) {
  const all = { PATH: process.env["PATH"] ?? "", PORT: "0", DATA_DIR: folder, ...environment };
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  return runProgram("env", ["-i", ...variables, process.execPath, command, "doctor", ...words]);
}

/** Runs the command, and returns the report and the checks by their names. */
async function diagnose(environment: Record<string, string>, ...words: string[]) {
  const { code, text } = await run(environment, "--json", ...words);
  const report = JSON.parse(text) as Report;
  assert.equal(code, report.ok ? 0 : 1);
  assert.equal(
    report.ok,
    report.checks.every(({ result }) => result !== "fail"),
  );
  const find = (name: string) => {
    const check = report.checks.find((candidate) => candidate.name === name);
    assert.ok(check, name);
    return check;
  };
  return { report, find, text };
}

/** Starts a server of the test on a free port, and returns the port. */
async function listen(test: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  test.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy that does everything wrong: it trusts callers, refuses large bodies and buffers. */
function passWrongly(target: number, ids: string[]) {
  return (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      if (body.length > 1_000_000) return response.writeHead(413).end();
      if (incoming.url?.endsWith("/events")) return undefined;
      const { url: path, method, headers } = incoming;
      const passed = request({ host: "127.0.0.1", port: target, path, method, headers });
      passed.on("response", (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      });
      const [, id] = /webhook\/([^/?]+)/.exec(path ?? "") ?? [];
      if (id !== undefined) ids.push(id);
      return passed.end(body);
    });
  };
}

/** Answers as a proxy without a server, whose clock is an hour late. */
function failLate(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(502, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end();
}

describe("sundry doctor", { timeout: 240_000 }, () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  it("prints a line for each check and leaves nothing behind", async () => {
    const directory = join(folder, "new", "data");
    const { text, complaint } = await run({ DATA_DIR: directory });
    const lines = text.trim().split("\n");
    assert.deepEqual(
      lines.map((line) => line.slice(5, 14).trim()),
      ["node", "config", "data", "disk", "clock", "redis", "proxy", "files", "port"],
    );
    for (const line of lines) assert.match(line, /^(ok {2}|warn|fail|skip) [a-z]+ +\S/);
    assert.equal(lines[5], "skip redis     REDIS_URL is not set");
    assert.equal(complaint, "");
    assert.ok(!existsSync(join(folder, "new")));
  });

  it("names the problems of the settings, and of a directory that cannot be written", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const environment = { LOG_LEVEL: "loud", INBOX_TTL: "5", DATA_DIR: join(file, "data") };
    const { report, find } = await diagnose(environment);
    assert.equal(report.ok, false);
    assert.equal(find("config").result, "fail");
    assert.match(find("config").finding, /^LOG_LEVEL must be .*INBOX_TTL is not a variable/);
    assert.equal(find("data").result, "fail");
    assert.match(find("data").advice ?? "", /DATA_DIR/);
  });

  it("distinguishes Sundry at the port from another program", async (test) => {
    const own = await diagnose({ PORT: String(server.port) });
    assert.deepEqual(
      [own.find("port").result, own.find("port").finding],
      ["ok", `Sundry answers at 127.0.0.1:${server.port}`],
    );
    const port = await listen(
      test,
      createServer((_, response) => response.end("hello")),
    );
    const other = await diagnose({ PORT: String(port) });
    assert.equal(other.find("port").result, "fail");
  });

  it("makes an inbox at a server, and names what a proxy does wrong", async (test) => {
    const direct = await diagnose({}, "--server", server.url);
    assert.doesNotMatch(direct.find("proxy").finding, /PUBLIC_URL|X-Forwarded|5 MiB/);
    assert.equal(direct.find("clock").result, "ok");
    const ids: string[] = [];
    const port = await listen(test, createServer(passWrongly(server.port, ids)));
    const environment = { TRUST_PROXY: "1", PUBLIC_URL: "https://tools.example.com" };
    const wrong = await diagnose(environment, "--server", `http://127.0.0.1:${port}`);
    const { result, finding } = wrong.find("proxy");
    assert.equal(result, "warn");
    for (const name of ["PUBLIC_URL", "X-Forwarded-For", "X-Forwarded-Host", "5 MiB", "events"])
      assert.ok(finding.includes(`${name}: `), `${name} in ${finding}`);
    const left = await fetch(`${server.url}/api/v1/webhook/${ids[0]}`);
    assert.equal(((await left.json()) as { total: number }).total, 0);
  });

  it("fails for a clock that is an hour off, and a server that answers with errors", async (test) => {
    const port = await listen(test, createServer(failLate));
    const { find } = await diagnose({ PUBLIC_URL: `http://127.0.0.1:${port}` });
    assert.deepEqual([find("clock").result, find("proxy").result], ["fail", "fail"]);
    assert.match(find("clock").advice ?? "", /NTP/);
  });

  it("advises to set a key where the server needs one, and to free a full disk", async (test) => {
    const body = '{"error":"This server needs a key."}';
    const refuse = createServer((_, response) => response.writeHead(401).end(body));
    const url = `http://127.0.0.1:${await listen(test, refuse)}`;
    const disk = mountSmallDisk(test, "64k");
    if (disk !== undefined) fillDisk(join(disk, "filler"));
    const { find } = await diagnose({ PUBLIC_URL: url, ...(disk && { DATA_DIR: disk }) });
    assert.deepEqual(
      [find("proxy").result, find("proxy").finding],
      ["fail", "This server needs a key"],
    );
    assert.match(find("proxy").advice ?? "", /^set SUNDRY_API_KEY /);
    if (disk !== undefined) assert.match(find("data").advice ?? "", /^free space/);
  });

  it("ends although nothing answers [slow]", async (test) => {
    const port = await listen(test, createTcpServer());
    const redis = `redis://:secret@127.0.0.1:${port}`;
    const url = `http://127.0.0.1:${port}`;
    const { find, text } = await diagnose({ REDIS_URL: redis }, "--server", url);
    assert.deepEqual([find("redis").result, find("proxy").result], ["fail", "fail"]);
    assert.ok(!text.includes("secret"));
  });

  it("ends within 20 s where no name server answers [slow]", async (test) => {
    const servers = join(folder, "resolv.conf");
    writeFileSync(servers, [1, 2, 3].map((host) => `nameserver 127.0.0.${host}\n`).join(""));
    const isolate = `ip link set lo up && mount --bind "${servers}" /etc/resolv.conf`;
    // Measures the command alone, because a busy machine takes seconds to get there.
    const timed = `const startMs = performance.now(); require("node:child_process").spawn(process.execPath, ["${command}", "doctor"], { stdio: "inherit" }).on("exit", () => { console.log("ms", performance.now() - startMs); process.exit(); });`;
    const silent = `require("node:dgram").createSocket("udp4").bind(53, () => { ${timed} })`;
    const environment = `DATA_DIR="${folder}" PUBLIC_URL=http://slow.example`;
    const words = `${isolate} || exit 77; ${environment} "${process.execPath}" -e '${silent}'`;
    const { code, text } = await runProgram("unshare", ["-nm", "sh", "-c", words]);
    if (code !== 0) return test.skip("may not make a namespace");
    assert.match(text, /^fail proxy +http:\/\/slow\.example/m);
    assert.ok(Number(/^ms (.*)/m.exec(text)?.[1]) < 20_000, text);
    return undefined;
  });

  it("is a usage error for other words", async () => {
    for (const words of [["--verbose"], ["x"], ["--server", "example.com"]]) {
      const { code, complaint } = await run({}, ...words);
      assert.equal(code, 2);
      assert.equal(complaint.split("\n").length, 2);
    }
  });

  it("judges versions, limits, disks and clocks by their bounds", () => {
    assert.equal(judgeNode("20.19.0").result, "ok");
    assert.equal(judgeNode("20.18.3").result, "fail");
    assert.equal(judgeNode("22.0.0").result, "ok");
    const files = [10_256, 10_255, 255].map((limit) => judgeFiles(limit, 10_000).result);
    assert.deepEqual(files, ["ok", "warn", "fail"]);
    const store = 100 * 1024 ** 2;
    const disks = [238.1, 237, 31].map((mib) => judgeDisk("/", mib * 1024 ** 2, store).result);
    assert.deepEqual(disks, ["ok", "warn", "fail"]);
    const clocks = [2000, 2001, 60_001].map((ms) => judgeClock("Redis", ms).result);
    assert.deepEqual(clocks, ["ok", "warn", "fail"]);
  });
});

describe("sundry doctor and Redis", { timeout: 240_000, skip: noRedis }, () => {
  it("is content with a durable server, and names what another one lacks", async (test) => {
    const good = await startRedis(0, "--appendonly", "yes");
    test.after(good.stop);
    const { find } = await diagnose({ REDIS_URL: good.url });
    assert.deepEqual([find("redis").result, find("clock").result], ["ok", "ok"]);
    assert.equal(find("data").result, "skip");
    const policy = ["--maxmemory-policy", "allkeys-lru"];
    const user = "--user limited on >secret ~sundry:* &sundry:* +@all -rpush".split(" ");
    const poor = await startRedis(0, ...policy, ...user);
    test.after(poor.stop);
    const warned = (await diagnose({ REDIS_URL: poor.url })).find("redis");
    assert.equal(warned.result, "warn");
    assert.match(warned.finding, /allkeys-lru.*no append-only file/);
    const limited = poor.url.replace("//", "//limited:secret@");
    const denied = (await diagnose({ REDIS_URL: limited })).find("redis");
    assert.equal(denied.result, "fail");
    assert.match(`${denied.finding} ${denied.advice}`, /denied: rpush/);
  });
});
