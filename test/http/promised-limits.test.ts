import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";

/** The event streams that one address may have open. */
const MAX_STREAMS = 100;
const STREAMS_OF_AN_INBOX = 3;

describe("limits that the guide promises", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ MAX_CONNECTIONS: "400" });
  });
  after(() => server.stop());

  async function postForm(fields: number): Promise<number> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `text=abc${"&a=".repeat(fields - 1)}`;
    return (await fetch(`${server.url}/tools/hash`, { method: "POST", headers, body })).status;
  }

  it("a form of 10 000 fields is read, and one of 10 001 is refused with 422", async () => {
    assert.notEqual(await postForm(10_000), 422);
    assert.equal(await postForm(10_001), 422);
  });

  it("the 101st event stream of an address is refused with 429", async () => {
    const closed = new AbortController();
    const open = async (inbox: number) => {
      const url = `${server.url}/api/v1/inboxes/promised-${inbox}/events`;
      return (await fetch(url, { signal: closed.signal })).status;
    };
    const inboxes = Array.from({ length: MAX_STREAMS }, (_, at) =>
      Math.floor(at / STREAMS_OF_AN_INBOX),
    );
    const statuses = await Promise.all(inboxes.map(open));
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal(await open(MAX_STREAMS), 429);
    closed.abort();
  });

  it("the 61st signature of a record in a minute is refused with 429", async () => {
    const inbox = `${server.url}/api/v1/webhook/signed`;
    await fetch(inbox, { method: "POST", body: "a" });
    const list = (await (await fetch(inbox)).json()) as { payloads: { id: string }[] };
    const verify = () =>
      fetch(`${server.url}/api/v1/inboxes/signed/records/${list.payloads[0]?.id}/verify`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ secret: "whsec_test" }),
      });
    const statuses: number[] = [];
    for (let call = 0; call < 61; call += 1) statuses.push((await verify()).status);
    assert.ok(statuses.slice(0, 60).every((status) => status !== 429));
    assert.equal(statuses.at(-1), 429);
  });
});
