import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../../support/server.ts";

/** The headers that browsers send when somebody opens an address. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("pages without JavaScript", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
  });
  after(() => server.stop());

  const at = (path: string, accept: string, method = "GET") =>
    fetch(server.url + path, { method, headers: { accept } });

  /** Posts a form with one row that asks for one more at `path`. Returns the number of its rows. */
  const countRows = async (path: string) => {
    const body = new URLSearchParams({ "attendees.0.count": "2", "add-row": path });
    const answer = await fetch(`${server.url}/tools/meeting-cost`, { method: "POST", body });
    assert.equal(answer.status, 200);
    return [...(await answer.text()).matchAll(/ name="attendees\.\d+\.count"/g)].length;
  };

  it("an unknown path is a 404 page for browsers with the common headers", async () => {
    const answer = await at("/tools/nonsense", BROWSER);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("x-usage-limit"), "100");
    assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    const html = await answer.text();
    assert.match(html, /<h1>Page not found<\/h1>[^]*<a href="\/">all tools<\/a>/);
    assert.match(html, /<form[^>]* action="\/" role="search"><input type="search" name="q"/);
    assert.doesNotMatch(html, /nonsense|<script(?! type="module" src="\/assets\/)/);
    const head = await at("/nonsense", BROWSER, "HEAD");
    assert.deepEqual([head.status, await head.text()], [404, ""]);
  });

  for (const [what, path, accept, method] of [
    ["a program", "/nonsense", "*/*", "GET"],
    ["a client that names JSON, too", "/nonsense", "text/html, application/json", "GET"],
    ["a client that refuses HTML", "/nonsense", "text/html;q=0, */*", "GET"],
    ["a browser at the API", "/api/v1/nonsense", BROWSER, "GET"],
    ["a browser at the API's root", "/api?x", BROWSER, "GET"],
    ["a browser that posts", "/nonsense", BROWSER, "POST"],
  ] as const) {
    it(`an unknown path is reported as JSON to ${what}`, async () => {
      const answer = await at(path, accept, method);
      assert.equal(answer.status, 404);
      assert.deepEqual(await answer.json(), { error: `Not found: ${path.split("?", 1)[0]}` });
    });
  }

  it("an unknown path is problem+json when Accept names it", async () => {
    const answer = await at("/nonsense", `application/problem+json, ${BROWSER}`);
    assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
  });

  it("the largest allowed form is answered with 100 rows and the selected sample alone", async () => {
    const body = new URLSearchParams({ durationMinutes: "60" });
    for (let row = 0; row < 1000; row++) {
      body.set(`attendees.${row}.role`, `Engineer ${row}`);
      body.set(`attendees.${row}.hourlyRate`, "50");
    }
    const answer = await fetch(`${server.url}/tools/meeting-cost`, { method: "POST", body });
    assert.equal(answer.status, 200);
    const html = await answer.text();
    assert.match(html, /\$50,000/);
    assert.equal([...html.matchAll(/ name="attendees\.\d+\.hourlyRate"/g)].length, 100);
    assert.equal([...html.matchAll(/<tr><th scope="row"><span/g)].length, 100);
    assert.match(html, /id="sample-python"[^>]*><\/div>/);
  });

  it("a posted form gets a row at the path of a list, and none at a path of thousands of names", async () => {
    assert.equal(await countRows("attendees"), 2);
    assert.equal(await countRows("x.".repeat(10_000)), 1);
  });

  it("the answer to a posted form keeps a long text in the form, and its samples show only the beginning", async () => {
    const text = "a".repeat(100_000);
    const body = new URLSearchParams({ text });
    const html = await (await fetch(`${server.url}/tools/hash`, { method: "POST", body })).text();
    assert.ok(html.includes(`>${text}</textarea>`));
    assert.ok(html.includes(`${"a".repeat(40)}…`));
    assert.ok(html.length < 3 * text.length);
  });

  it("the reference lists an operation with aliases once", async () => {
    const html = await (await at("/docs/reference/invoice", BROWSER)).text();
    const [nav = "", sections = ""] = html.split('<div class="operations">');
    const listed = [
      ...nav.matchAll(/<a href="[^"]*#[^"]+">([^<]+)<\/a><span class="methods">/g),
    ].map(([, one]) => one);
    assert.ok(listed.length > 15);
    assert.deepEqual(listed, [...new Set(listed)]);
    assert.match(nav, />QR code<.a><span class="methods"><span[^>]*>POST<.span><span[^>]*>GET</);
    for (const path of ["/api/invoice", "/api/v1/invoice"])
      assert.ok(sections.includes(`</b> ${path}<`));
  });

  it("the page of a private inbox reports that it needs JavaScript", async () => {
    const html = await (await at(`/inbox/~${"a".repeat(22)}`, BROWSER)).text();
    assert.match(html, /class="help pad unscripted">The page of a private inbox needs JavaScript/);
    assert.match(html, /<span class="scripted">0 requests/);
  });

  it("rows of an inbox name sender, event and planned response", async () => {
    const post = (path: string, body: string, headers = {}) =>
      fetch(`${server.url}/api/v1/webhook/rows/${path}`, { method: "POST", body, headers });
    await fetch(`${server.url}/api/v1/inboxes/rows/response`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"steps":[{"status":503,"times":1}]}',
    });
    await post("stripe", '{"type":"invoice.paid"}', { "stripe-signature": "t=1,v1=0" });
    await post("plain", "text", { "content-type": "text/plain" });
    await post("last", "");
    const html = await (await at("/inbox/rows", BROWSER)).text();
    const rows = [
      ...html.matchAll(/class="sender">([^<]*)<.span><span class="size">(.*?)<.span><.a>/g),
    ];
    const texts = rows.map(([, sender, size = ""]) => [sender, size.replaceAll(/<[^>]+>/g, "")]);
    assert.deepEqual(texts, [
      ["127.0.0.1 · text/plain", "0 bytes"],
      ["127.0.0.1 · text/plain", "4 bytes"],
      ["Stripe invoice.paid", "Response 50323 bytes"],
    ]);
  });
});
