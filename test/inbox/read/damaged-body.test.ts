import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import Database from "libsql";
import { runSundry } from "../../support/cli.ts";
import { waitUntil } from "../../support/eventually.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

/** Filler of a small body, and of one whose record is read in a worker. */
const FILLERS = ["", "x".repeat(300_000)];

/** Changes an amount in the texts of all records of the inbox `damaged`. */
const DAMAGE = `UPDATE records
  SET text = CAST(replace(CAST(text AS TEXT), 'amount=100', 'amount=900') AS BLOB)
  WHERE inbox = (SELECT number FROM inboxes WHERE id = 'damaged')`;

describe("a record whose bytes changed on the disk", { timeout: 120_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "sundry-damaged-"));
  const ids: string[] = [];
  let server: RunningServer;

  function change(...statements: string[]): void {
    const database = new Database(join(directory, "sundry.db"));
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  before(async () => {
    const first = await startServer({ DATA_DIR: directory });
    for (const inbox of ["damaged", "whole"]) {
      for (const filler of FILLERS) {
        const url = `${first.url}/api/v1/webhook/${inbox}`;
        const response = await fetch(url, { method: "POST", body: `amount=100${filler}` });
        ids.push(((await response.json()) as { id: string }).id);
      }
    }
    await first.stop();
    change(DAMAGE);
    server = await startServer({ DATA_DIR: directory });
  });
  after(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function read(path: string, inbox: string) {
    const response = await fetch(`${server.url}/api/v1/${path.replace("INBOX", inbox)}`);
    return [response.status, (await response.text()).includes("amount=900")];
  }

  const PATHS = [
    "webhook/INBOX",
    "webhook/INBOX?limit=1",
    "webhook/INBOX?excerpt=true",
    "webhook/INBOX?contains=amount",
    "webhook/INBOX?after=0&wait=5",
    ...["ndjson", "har", "curl", "http"].map((format) => `inboxes/INBOX/export?format=${format}`),
  ];
  for (const path of PATHS) {
    it(`is a 500 of ${path}, and other inboxes are read`, async () => {
      assert.deepEqual(await read(path, "damaged"), [500, false]);
      assert.deepEqual(await read(path, "whole"), [200, false]);
    });
  }

  it("is a 500 instead of a download, small or large", async () => {
    for (const [at, status] of [500, 500, 200, 200].entries()) {
      const inbox = at < 2 ? "damaged" : "whole";
      const url = `${server.url}/api/v1/inboxes/${inbox}/records/${ids[at]}/raw`;
      assert.equal((await fetch(url)).status, status);
    }
  });

  it("cuts an event stream, and is logged", async () => {
    const response = await fetch(`${server.url}/api/v1/inboxes/damaged/events?after=0`);
    let text = "";
    const readAll = async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    };
    await assert.rejects(readAll, { message: "terminated" });
    assert.equal(text, ": open\n\n");
    await waitUntil(() => server.log.some((line) => line.includes("the response failed")));
  });

  it("is named by `store check`, also when an earlier release wrote it", async () => {
    await server.stop();
    const problems = [1, 2].map(
      (seq) => `inbox "damaged": record ${seq} is not as it was received`,
    );
    const check = async () => {
      const { code, text } = await runSundry(["store", "check", directory]);
      return [code, (JSON.parse(text) as { problems: string[] }).problems];
    };
    assert.deepEqual(await check(), [1, problems]);
    change("UPDATE records SET crc = NULL");
    assert.deepEqual(await check(), [1, problems]);
    change("ALTER TABLE records DROP COLUMN crc", "PRAGMA user_version = 4");
    assert.deepEqual(await check(), [1, problems]);
    server = await startServer({ DATA_DIR: directory });
    const url = `${server.url}/api/v1/inboxes/damaged/records/${ids[0]}/raw`;
    assert.equal((await fetch(url)).status, 500);
  });
});
