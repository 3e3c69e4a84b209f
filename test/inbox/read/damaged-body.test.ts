import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import Database from "libsql";
import { startServer } from "../../support/server.ts";

it(
  "a body whose bytes changed on the disk is a 500 instead of a download, small or large",
  { timeout: 120_000 },
  async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-damaged-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    const first = await startServer({ DATA_DIR: directory });
    const ids: string[] = [];
    for (const filler of ["", "x".repeat(300_000)]) {
      const url = `${first.url}/api/v1/webhook/damaged`;
      const response = await fetch(url, { method: "POST", body: `amount=100${filler}` });
      ids.push(((await response.json()) as { id: string }).id);
    }
    await first.stop();
    const database = new Database(join(directory, "sundry.db"));
    database.exec(
      "UPDATE records SET text = CAST(replace(CAST(text AS TEXT), 'amount=100', 'amount=900') AS BLOB)",
    );
    database.close();
    const second = await startServer({ DATA_DIR: directory });
    for (const id of ids) {
      const raw = await fetch(`${second.url}/api/v1/inboxes/damaged/records/${id}/raw`);
      assert.equal(raw.status, 500);
    }
    await second.stop();
  },
);
