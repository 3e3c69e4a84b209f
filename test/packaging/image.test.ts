import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { buildImageRoot } from "#scripts/release/image-root.mjs";
import { findFreePort } from "#scripts/test/free-port.mjs";
import { findSkipReason } from "../support/needs.ts";
import { root } from "../support/server.ts";
import { measureFolder } from "./measure-folder.ts";

type Program = ChildProcessByStdio<null, Readable, null>;

const MAX_IMAGE_BYTES = 150_000_000;

/** As the base sets it. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** gcr.io/distroless/static, rounded up: docs/decisions/0126. */
const BASE_BYTES = 2_500_000;

const skip =
  findSkipReason("strip --version") ||
  findSkipReason("dpkg-query --version") ||
  (process.getuid?.() !== 0 && "needs root for chroot");

describe("the files of the container image", { skip }, () => {
  let folder: string;
  let image: string;
  let server: Program;
  let url: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-image-"));
    image = buildImageRoot(folder, process.execPath);
    // The base has these links.
    for (const name of ["lib", "lib64"]) await symlink(`usr/${name}`, join(image, name));
    await mkdir(join(image, "data"));
    await chown(join(image, "data"), 1000, 1000);
    const { CMD: command } = await readDockerfile();
    server = runInImage(command, { PORT: "0", HOST: "127.0.0.1", DATA_DIR: "/data" });
    url = await readUrl(server);
  });
  after(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
    await rm(folder, { recursive: true });
  });

  /** Runs a command of the Dockerfile as its user, with no other files than those of the image. */
  function runInImage(command: string[], env: Record<string, string>): Program {
    const flags = ["--userspec=1000:1000", image, ...command.map(toAppPath)];
    return spawn("chroot", flags, { env: { PATH, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  }

  it("the files of the container image are at most 150 MB together with the base", async () => {
    const bytes = (await measureFolder(image)) + BASE_BYTES;
    assert.ok(bytes <= MAX_IMAGE_BYTES, `${bytes} bytes`);
  });

  it("the files of the container image run native code, WebAssembly, workers, fonts and grammars", async () => {
    const inbox = "/api/v1/webhook/image";
    assert.equal((await ask(inbox, { method: "POST", body: "a=1" })).status, 200);
    assert.match(await (await ask(inbox)).text(), /"total":\d/);
    const code = { code: 'const text = "日本語 🎉";', language: "ts" };
    assert.deepEqual(await describeReply(post("code-image", code)), "image/png \u0089PNG");
    assert.deepEqual(await describeReply(post("pdf", { markdown: "# a" })), "application/pdf %PDF");
    const picture = await (await ask("/api/v1/qr?text=abc&format=png")).arrayBuffer();
    // Incomplete when the machine has no time for it.
    let read = "";
    while (!read.includes('"complete":true')) {
      read = await (await post("barcode-read", picture, "image/png")).text();
    }
    assert.match(read, /"text":"abc"/);
    assert.equal((await ask("/docs/qr")).status, 200);
  });

  /** Asks again while the machine is too busy. */
  async function ask(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(url + path, init);
    return response.status === 503 ? ask(path, init) : response;
  }

  it("the server of the container image passes its health check, and exits with 0 when it is stopped", async () => {
    const { HEALTHCHECK: command } = await readDockerfile();
    const check = async (port: string) => {
      const [code] = (await once(runInImage(command, { PORT: port }), "exit")) as [number];
      return code;
    };
    assert.equal(await check(new URL(url).port), 0);
    server.kill();
    const [code] = (await once(server, "exit")) as [number];
    assert.equal(code, 0);
    assert.equal(await check(String(await findFreePort())), 1);
  });

  function post(tool: string, body: object, type = "application/json"): Promise<Response> {
    const text = type === "application/json" ? JSON.stringify(body) : (body as ArrayBuffer);
    const init = { method: "POST", headers: { "content-type": type }, body: text };
    return ask(`/api/v1/${tool}`, init);
  }
});

/** The directory of the container is /app, which chroot does not enter. */
function toAppPath(word: string): string {
  return word.startsWith("dist/") ? `/app/${word}` : word;
}

async function describeReply(reply: Promise<Response>): Promise<string> {
  const response = await reply;
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${response.headers.get("content-type")} ${bytes.toString("latin1", 0, 4)}`;
}

/** Returns the URL of the first line that a server prints. */
async function readUrl(server: Program): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /^Sundry \S+ is at (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("the server ended before it listened");
}

/** Returns the commands of the image and of its health check. Both need no shell: they are JSON. */
async function readDockerfile(): Promise<Record<"CMD" | "HEALTHCHECK", string[]>> {
  const text = await readFile(join(root, "Dockerfile"), "utf8");
  const [health = [], command = []] = [...text.matchAll(/^ *CMD (\[.*\])$/gm)].map(
    ([, words = ""]) => JSON.parse(words) as string[],
  );
  return { CMD: command, HEALTHCHECK: health };
}
