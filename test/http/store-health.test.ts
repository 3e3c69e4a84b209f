import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { startServer } from "../support/server.ts";

describe("a server whose data directory is moved away", { timeout: 300_000 }, () => {
  it("a server whose data directory is moved away fails /readyz, shows it in /metrics and logs one line", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-health-"));
    const server = await startServer({ DATA_DIR: directory, LOG_LEVEL: "info" });
    test.after(async () => {
      await server.stop();
      for (const path of [directory, `${directory}-away`])
        rmSync(path, { recursive: true, force: true });
    });
    const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
    assert.match(await readMetrics(), /^sundry_store_up 1$/m);
    renameSync(directory, `${directory}-away`);
    for (let times = 0; times < 5; times++) {
      const response = await fetch(`${server.url}/readyz`);
      assert.equal(response.status, 503);
      assert.deepEqual(await response.json(), { error: "The store does not work." });
    }
    assert.match(await readMetrics(), /^sundry_store_up 0$/m);
    assert.match(await readMetrics(), /^sundry_store_problem_failing 1$/m);
    const lines = server.log.filter((line) => line.includes("the store does not work"));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0] ?? "", /moved or deleted/);
    renameSync(`${directory}-away`, directory);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.match(await readMetrics(), /^sundry_store_up 1$/m);
  });
});

describe("STORE_DEADLINE_MS", { timeout: 300_000 }, () => {
  it("STORE_DEADLINE_MS is the time after which a send to a slow store gets 503", async (test) => {
    const server = await startServer({ STORE_DEADLINE_MS: "1" });
    test.after(() => server.stop());
    const body = "x".repeat(3_000_000);
    const send = async () =>
      (await fetch(`${server.url}/api/v1/webhook/late`, { method: "POST", body })).status;
    // Several, because a process that was paused may learn of a commit before it learns of the
    // time.
    const statuses = await Promise.all(Array.from({ length: 8 }, send));
    assert.ok(statuses.includes(503), statuses.join());
  });
});
