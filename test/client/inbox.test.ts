import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import type { Static } from "typebox";
import { type RunningServer, startServer } from "../support/server.ts";
import type * as Schemas from "#src/inbox/schemas.js";
import type * as Workbench from "#src/inbox/workbench/schemas.js";
import {
  createInbox,
  type InboxRecord,
  type InboxRecords,
  type InboxSummary,
  type NewInbox,
  openInbox,
  type ResponsePlan,
  type ResponseStep,
  SundryError,
  type VerifyInput,
} from "#src/sdk/inbox.js";

/** Compiles only when every value of the schema's type has the client's type. */
type Describes<Schema extends Client, Client> = [Schema, Client];
type Step = Static<typeof Workbench.PlanInput>["steps"][number];
export type Checked = [
  Describes<InboxRecord, Static<typeof Schemas.InboxRecord>>,
  Describes<InboxRecords, Static<typeof Schemas.Records>>,
  Describes<Static<typeof Schemas.Summary>, InboxSummary>,
  Describes<Static<typeof Schemas.NewInbox>, NewInbox>,
  Describes<Static<typeof Workbench.PlanOutput>, ResponsePlan>,
  Describes<ResponseStep, Step>,
  Describes<VerifyInput, Static<typeof Workbench.VerifyInput>>,
];

describe("the client of an inbox", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  it("the client creates, reads, exports and deletes a private inbox", async () => {
    const { data } = await createInbox({ url: server.url, private: true });
    const { id, readToken = "" } = data;
    const inbox = openInbox({ url: `${server.url}/`, id, token: readToken });
    assert.equal(inbox.url, data.url);
    await fetch(`${inbox.url}/orders`, { method: "POST", body: "one" });
    await fetch(inbox.url, { method: "POST", body: "two" });
    assert.equal((await inbox.summary()).data.count, 2);
    const { data: listed, usage } = await inbox.list({ after: 0, path: "/orders" });
    assert.deepEqual([listed.payloads.map(({ body }) => body), usage.limit], [["one"], 100]);
    const [record] = listed.payloads;
    assert.equal(await (await inbox.raw(record?.id ?? "")).data.text(), "one");
    const exported = (await inbox.export("ndjson", { limit: 1 })).data;
    assert.match(await exported.text(), /"body":"two"/);
    const form = new FormData();
    form.append("photo", new Blob(["bytes"]), "photo.png");
    await fetch(`${inbox.url}/photos`, { method: "POST", body: form });
    const [upload] = (await inbox.list({ path: "/photos" })).data.payloads;
    assert.equal(await (await inbox.file(upload?.id ?? "", 0)).data.text(), "bytes");
    const locked = openInbox({ url: server.url, id });
    await assert.rejects(locked.list(), (error) => {
      return error instanceof SundryError && error.status === 401 && /private/.test(error.message);
    });
    await inbox.delete();
    assert.equal((await inbox.summary()).data.count, 0);
  });

  it("the client plans responses and verifies signatures", async () => {
    const inbox = openInbox({ url: server.url, id: "client test", key: "k" });
    const plan = await inbox.respond([
      { status: 503, times: 1 },
      { status: 202, body: "{}" },
    ]);
    assert.deepEqual([plan.data.next, plan.data.fromSeq], [0, 0]);
    const digest = createHmac("sha256", "secret").update("x").digest("hex");
    const headers = { "x-hub-signature-256": `sha256=${digest}` };
    assert.equal((await fetch(inbox.url, { method: "POST", body: "x", headers })).status, 503);
    assert.equal((await inbox.plan()).data.next, 1);
    const [record] = (await inbox.list()).data.payloads;
    const verified = await inbox.verify(record?.id ?? "", { secret: ["old", "secret"] });
    assert.deepEqual([verified.data.valid, verified.data.scheme], [true, "github"]);
    await inbox.deletePlan();
    await assert.rejects(inbox.plan(), { status: 404 });
  });
});
