import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";

const INVOICE = {
  from: { name: "Ada" },
  to: { name: "Bob" },
  items: [{ description: "Work", quantity: 1, rate: 1 }],
};

describe("replies with a limit of their own", { timeout: 240_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());
  const read = async (path: string) => (await fetch(server.url + path)).text();
  const getPolicy = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(server.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return [response.status, response.headers.get("ratelimit-policy")];
  };

  it("counts invoices as PDF, not those as HTML", async () => {
    assert.deepEqual(await getPolicy("/api/invoice", INVOICE), [200, null]);
    const asPdf = await getPolicy("/api/invoice?format=pdf", INVOICE);
    assert.deepEqual(asPdf, [200, '"invoice-pdf";q=60;w=60']);
  });

  it("counts QR codes with shapes, not plain ones", async () => {
    assert.deepEqual(await getPolicy("/api/v1/qr", { text: "a" }), [200, null]);
    const styled = await getPolicy("/api/v1/qr", { text: "a", moduleShape: "dots" });
    assert.deepEqual(styled, [200, '"qr-styled";q=120;w=60']);
  });

  it("the limits of costly replies are in OpenAPI, on the tools' pages and in the reference", async () => {
    const { paths } = JSON.parse(await read("/openapi.json")) as {
      paths: Record<string, { post: { description: string; responses: object } }>;
    };
    for (const [path, tool, limit] of [
      ["/api/v1/qr", "qr", "120 requests a minute with a logo, shapes or a gradient"],
      ["/api/invoice", "invoice", "60 requests a minute as PDF"],
    ] as const) {
      const { description, responses } = paths[path]?.post ?? {};
      assert.ok(description?.endsWith(`At most ${limit} from one IP.`), description);
      assert.ok("429" in (responses ?? {}));
      const page = await read(`/tools/${tool}`);
      assert.ok(page.includes(limit.replace("requests ", "")), tool);
      const reference = await read(`/docs/reference/${tool}`);
      assert.ok(reference.includes(limit.replace("minute", "minute per IP")), tool);
      assert.ok(!reference.includes("from one IP"), "the limit is listed once");
    }
  });
});
