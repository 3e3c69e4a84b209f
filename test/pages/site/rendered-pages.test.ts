import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../../support/server.ts";

describe("rendered pages", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
  });
  after(() => server.stop());

  const load = async (path: string) => (await fetch(server.url + path)).text();

  it("every page refers only to ids that it has", async () => {
    const tools = [...(await load("/")).matchAll(/href="(\/tools\/[\w-]+)"/g)];
    for (const path of ["/", "/inbox", "/docs", ...tools.map(([, tool = ""]) => tool)]) {
      const html = await load(path);
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const references = html.matchAll(
        / (?:for|aria-(?:describedby|labelledby|controls))="([^"]+)"/g,
      );
      const missing = [...references]
        .flatMap(([, list = ""]) => list.split(" "))
        .filter((id) => !ids.has(id));
      assert.deepEqual(missing, [], path);
    }
  });

  it("a posted form with 1,000 wrong rows shows 100 of them with their errors", async () => {
    const rows = Array.from({ length: 1000 }, (_, row) => `attendees.${row}.hourlyRate=x`);
    const response = await fetch(`${server.url}/tools/meeting-cost`, {
      method: "POST",
      body: new URLSearchParams(rows.join("&")),
    });
    const html = await response.text();
    assert.equal(html.match(/ name="attendees\.\d+\.hourlyRate"/g)?.length, 100);
    assert.match(html, /900 more rows are sent but not shown here/);
    assert.match(html, /id="field-attendees-99-hourlyRate-problem"/);
  });

  it("posted pages of a tool are limited like the tool", async () => {
    const body = "add-row=none";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const url = `${server.url}/tools/contract-generator`;
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async () => {
        const { status } = await fetch(url, { method: "POST", body, headers });
        return status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 30);
    assert.equal(statuses.filter((status) => status === 429).length, 1);
  });
});
