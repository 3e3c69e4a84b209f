import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createClient, SundryError } from "#src/sdk/client.js";
import {
  ADMIN_TOKEN,
  type Key,
  type KeyServer,
  post,
  startKeyServer,
} from "../access/support/keys.ts";
import { command, runProgram } from "../support/cli.ts";

let server: KeyServer;

/** Runs `sundry` with these variables. */
function run(words: readonly string[], environment: Record<string, string> = {}) {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return runProgram("env", [...variables, process.execPath, command, ...words]);
}

/** Runs `sundry keys` as the administrator of the server. */
function runKeys(...words: string[]) {
  return run(["keys", ...words, "--server", server.url], { SUNDRY_ADMIN_TOKEN: ADMIN_TOKEN });
}

describe("sundry keys", { timeout: 240_000 }, () => {
  before(async () => {
    server = await startKeyServer();
  });
  after(() => server.stop());

  it("keys create prints the key alone, and its flags are the settings", async () => {
    const flags =
      "--scope tools:hash --scope usage --per-day 50 --per-minute hash=5 --per-minute pdf=off --expires 90d --network 10.0.0.0/8".split(
        " ",
      );
    const { code, text, complaint } = await runKeys("create", "--name", "CI", ...flags);
    assert.deepEqual([code, complaint], [0, ""]);
    assert.match(text, /^sndr_[0-9a-z]{12}_\w{38}\n$/);
    const shown = await runKeys("show", text.slice(5, 17), "--json");
    const { expiresAt, ...key } = JSON.parse(shown.text) as Key;
    const days = (Date.parse(expiresAt ?? "") - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days <= 90, String(days));
    assert.deepEqual(
      [key.name, key.scopes, key.perDay, key.perMinute, key.networks],
      ["CI", ["tools:hash", "usage"], 50, { hash: 5, pdf: "off" }, ["10.0.0.0/8"]],
    );
  });

  it("keys are changed, rotated, listed and revoked by their id", async () => {
    const first = (await runKeys("create", "--name", "laptop", "--per-day", "5")).text.trim();
    const id = first.slice(5, 17);
    const changed = await runKeys("change", id, "--name", "desk", "--per-day", "default");
    assert.match(changed.text, /^name +desk$/m);
    assert.match(changed.text, /^per day +unlimited$/m);
    const second = (await runKeys("rotate", id, "--overlap", "2h")).text.trim();
    assert.equal(second.slice(5, 17), id);
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const send = async (key: string) =>
      (await server.as(key, "/api/v1/hash", post({ text: "a" }))).status;
    assert.deepEqual([await send(first), await send(second)], [200, 200]);
    const usage = await runKeys("usage", id);
    assert.match(usage.text, /^\d{4}-\d\d-\d\d {2}2 {2}hash 2$/m);
    const csv = await runKeys("usage", id, "--csv");
    assert.match(csv.text, /^date,tool,count\r\n\d{4}-\d\d-\d\d,hash,2\r\n$/);
    assert.deepEqual((await runKeys("revoke", id)).code, 0);
    assert.match((await runKeys("list")).text, new RegExp(`^${id} +revoked \\d{4}.*desk`, "m"));
    assert.equal(await send(second), 401);
  });

  it("the admin token comes from the environment or a file, never from an argument", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-token-"));
    test.after(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "token");
    writeFileSync(file, `${ADMIN_TOKEN}\n`);
    const list = ["keys", "list", "--server", server.url];
    assert.equal((await run([...list, "--token-file", file])).code, 0);
    const missing = await run(list);
    assert.equal(missing.code, 2);
    assert.match(missing.complaint, /SUNDRY_ADMIN_TOKEN must be set/);
    const wrong = await run(list, { SUNDRY_ADMIN_TOKEN: "x".repeat(40) });
    assert.deepEqual([wrong.code, wrong.complaint], [2, "sundry: This key is not valid.\n"]);
    assert.equal((await run([...list, "--token", ADMIN_TOKEN])).code, 2);
    assert.equal((await run([...list, "--token-file", join(directory, "none")])).code, 2);
  });

  it("usage errors and refusals end with 2, a server that does not answer with 1", async () => {
    for (const words of [
      ["create"],
      ["show"],
      ["list", "x"],
      ["rotate", "a", "b"],
      ["nothing"],
      ["list", "--csv"],
      ["rotate", "aaaaaaaaaaaa", "--overlap", "soon"],
      ["create", "--name", "a", "--per-minute", "qr"],
      ["show", "aaaaaaaaaaaa"],
      ["create", "--name", "a", "--per-day", "none"],
    ])
      assert.equal((await runKeys(...words)).code, 2, words.join(" "));
    const refused = await runKeys("create", "--name", "a", "--scope", "all");
    assert.equal(refused.complaint, "sundry: scopes[0] must be a scope\n");
    const silent = await run(["keys", "list", "--server", "http://127.0.0.1:1"], {
      SUNDRY_ADMIN_TOKEN: ADMIN_TOKEN,
    });
    assert.equal(silent.code, 1);
  });

  it("SUNDRY_API_KEY is sent by tools that run on a server, by inbox and by usage", async () => {
    const { key } = await server.issue();
    const environment = { SUNDRY_API_KEY: key };
    const hash = ["hash", "--text", "abc", "--server", server.url];
    assert.equal((await run(hash)).code, 2);
    assert.equal((await run(hash, environment)).code, 0);
    assert.equal((await run(["inbox", "list", "a", "--server", server.url], environment)).code, 0);
    const usage = await run(["keys", "usage", "--server", server.url], environment);
    assert.match(usage.text, /hash 1/);
  });
});

describe("the typed client where keys are required", () => {
  before(async () => {
    server = await startKeyServer();
  });
  after(() => server.stop());

  it("the typed client administers keys with the admin token, and names its caller", async () => {
    const admin = createClient({ url: server.url, token: ADMIN_TOKEN });
    assert.equal((await admin.me()).data.kind, "admin");
    const { data: created } = await admin.keys.create({
      name: "app",
      scopes: ["tools:hash", "usage"],
    });
    const client = createClient({ url: server.url, key: created.key });
    assert.equal((await client.json("hash", { text: "abc" })).data.hash.length, 64);
    assert.equal((await client.me()).data.id, created.id);
    const { data: usage } = await client.usage(2);
    assert.deepEqual([usage.days.length, usage.days.at(-1)?.tools], [2, { hash: 1, access: 2 }]);
    await assert.rejects(
      client.keys.list(),
      (error) => error instanceof SundryError && error.status === 403,
    );
    assert.equal((await admin.keys.change(created.id, { perDay: 7 })).data.perDay, 7);
    assert.equal((await admin.keys.get(created.id)).data.perDay, 7);
    const { data: rotated } = await admin.keys.rotate(created.id, 0);
    assert.notEqual(rotated.key, created.key);
    assert.deepEqual(
      (await admin.keys.list()).data.keys.map(({ id }) => id),
      [created.id],
    );
    await admin.keys.revoke(created.id);
    await assert.rejects(
      createClient({ url: server.url, key: rotated.key }).me(),
      (error) => error instanceof SundryError && error.status === 401,
    );
  });
});
