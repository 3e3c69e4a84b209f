import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Document {
  components: { headers: Record<string, { example: unknown }> };
  paths: Record<string, { post: { description: string } }>;
}

let server: RunningServer;
let unlimited: RunningServer;

const postAs = (key: string, path: string, body: object) =>
  postJson(server.url + path, body, { "x-api-key": key });
const getAs = (key: string, path: string) =>
  fetch(server.url + path, { headers: { "x-api-key": key } });

describe("limits of the operator", () => {
  before(async () => {
    const LIMITS = "hash=2,code-image=600,carbon-footprint=off,currency=7,qr-styled=off";
    [server, unlimited] = await Promise.all([
      startServer({ LIMITS, DAILY_LIMIT: "6", ENFORCE_LIMIT: "true" }),
      startServer({ DAILY_LIMIT: "off", ENFORCE_LIMIT: "true" }),
    ]);
  });
  after(() => Promise.all([server.stop(), unlimited.stop()]));

  it("LIMITS replaces the limit of a tool in RateLimit-Policy and in the sentence of 429", async () => {
    const first = await postAs("a", "/api/v1/hash", { text: "a" });
    assert.equal(first.headers.get("ratelimit-policy"), '"hash";q=2;w=60');
    assert.equal((await postAs("a", "/api/v1/hash", {})).status, 422);
    const refused = await postAs("a", "/api/v1/hash", { text: "a" });
    assert.equal(refused.status, 429);
    const { error } = (await refused.json()) as { error: string };
    assert.match(error, /^At most 2 requests a minute to this path\./);
  });

  it("LIMITS covers the other paths of a tool, and off removes a limit", async () => {
    const currencies = await getAs("b", "/api/v1/currency/currencies");
    assert.equal(currencies.headers.get("ratelimit-policy"), '"currency-currencies";q=7;w=60');
    const styled = await getAs("b", "/api/v1/qr?text=a&shape=dots");
    assert.equal(styled.status, 200);
    assert.equal(styled.headers.get("ratelimit-policy"), null);
    const badge = await getAs("b", "/api/v1/carbon-footprint/badge");
    assert.equal(badge.status, 422);
    assert.equal(badge.headers.get("ratelimit-policy"), null);
  });

  it("DAILY_LIMIT is reported in headers and enforced", async () => {
    const first = await postAs("c", "/api/v1/password", {});
    assert.equal(first.headers.get("x-usage-limit"), "6");
    assert.equal(first.headers.get("x-usage-remaining"), "5");
    for (let sent = 1; sent < 6; sent++)
      assert.equal((await postAs("c", "/api/v1/password", {})).status, 200);
    const refused = await postAs("c", "/api/v1/password", {});
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /The daily limit of 6 requests is used up/);
  });

  it("without a daily limit the usage headers are unlimited, and requests are counted", async () => {
    const { headers } = await postJson(`${unlimited.url}/api/v1/hash`, { text: "a" });
    assert.equal(headers.get("x-usage-limit"), "unlimited");
    assert.equal(headers.get("x-usage-remaining"), "unlimited");
    assert.equal(headers.get("x-usage-count"), "1");
  });

  it("the OpenAPI document and pages show the operator's limits", async () => {
    const openApi = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
    assert.equal(openApi.components.headers["limit"]?.example, 6);
    const { description } = openApi.paths["/api/v1/code-image"]?.post ?? {};
    assert.match(description ?? "", /At most 600 requests a minute/);
    const page = await (await fetch(`${server.url}/tools/code-image`)).text();
    assert.match(page, /600 a minute/);
    assert.match(await (await fetch(`${server.url}/docs`)).text(), /request(<!-- -->| )*7/);
    assert.match(await (await fetch(`${unlimited.url}/docs`)).text(), /has no daily limit/);
  });

  it("an unknown tool in LIMITS stops the start with one line that names the tools", async () => {
    await assert.rejects(
      startServer({ LIMITS: "hash=1,hasch=2" }),
      /ended with 1: LIMITS must name tools \(barcode, .*\bqr-styled\b.*\); hasch is none\n$/,
    );
  });
});
