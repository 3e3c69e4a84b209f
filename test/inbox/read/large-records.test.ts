import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFindRecord } from "#src/inbox/read/find-record.js";
import parseInWorker from "#src/inbox/read/parse-task.js";
import { ReadQueue } from "#src/inbox/read/read-queue.js";
import { createRecordReader } from "#src/inbox/read/record-reader.js";
import selectInWorker from "#src/inbox/read/select-task.js";
import { buildRecord } from "#src/inbox/record/record.js";
import { formatRecordId, formatRecordPrefix, type InboxStore } from "#src/store/store.js";

const GENERATION = "0".repeat(20);
const CALLER = { client: "x", isDisconnected: () => false };

/** A store with one record, and tasks that run in this thread and are counted. */
function createParts(body: Buffer) {
  const request = { method: "POST", path: "", query: "", ip: "::1", preflight: false };
  const { members } = buildRecord({ ...request, rawHeaders: [], body }, 5_000_000);
  const prefix = formatRecordPrefix(GENERATION, 1, "");
  const text = Buffer.from(`${prefix}${members.toString()}}`);
  const texts = new Uint8Array(text);
  const meta = {
    generation: GENERATION,
    createdAtMs: 0,
    expiresAtMs: 1,
    firstSeq: 1,
    lastSeq: 1,
    bytes: texts.length,
  };
  const [seqs, sizes] = [Float64Array.of(1), Float64Array.of(texts.length)];
  const page = { meta, texts, seqs, sizes, next: undefined };
  const store = { read: () => Promise.resolve(page) } as unknown as InboxStore;
  const names: string[] = [];
  const tasks = {
    run<T>(task: URL, input: unknown): Promise<T> {
      names.push(task.pathname.split("/").at(-1) ?? "");
      const run = names.at(-1) === "parse-task.js" ? parseInWorker : selectInWorker;
      return Promise.resolve(run(structuredClone(input) as never) as T);
    },
  };
  return { store, tasks, names, texts };
}

async function find(body: Buffer) {
  const { store, tasks, names, texts } = createParts(body);
  const readQueue = new ReadQueue(() => undefined);
  const findRecord = createFindRecord({ store, readQueue, tasks });
  const found = await findRecord({ inbox: "a", record: formatRecordId(GENERATION, 1) }, CALLER);
  return { ...found, names, texts };
}

describe("createFindRecord", () => {
  it("createFindRecord parses large records in a worker and releases their text", async () => {
    for (const byte of [0x01, 0x22, 0xff]) {
      const body = Buffer.alloc(300_000, byte);
      const { bytes, record, names, texts } = await find(body);
      assert.ok(body.equals(bytes));
      assert.deepEqual([record.bodySize, record.body], [body.length, ""]);
      assert.deepEqual([names, texts.length], [["parse-task.js"], 0]);
    }
  });

  it("createFindRecord parses small records without a worker", async () => {
    const { bytes, record, names } = await find(Buffer.from("abc"));
    assert.deepEqual([Buffer.from(bytes).toString(), record.body, names], ["abc", "abc", []]);
  });
});

describe("createRecordReader", () => {
  it("createRecordReader releases a page of which it returns a selection", async () => {
    const query = { after: 0, limit: 1, newest: false, preflights: true };
    for (const more of [{ filter: { contains: "b" } }, { view: "excerpt" as const }]) {
      const { store, tasks, texts } = createParts(Buffer.alloc(300_000, "a"));
      await createRecordReader(store, tasks).read("a", { ...query, ...more });
      assert.equal(texts.length, 0);
    }
  });
});
