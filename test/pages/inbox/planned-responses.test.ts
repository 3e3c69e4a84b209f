import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, startPages } from "../support/pages.ts";

/** Texts that a browser could interpret as a page, a script or a style sheet. */
const ATTACKS = [
  "<!doctype html><title>hosted</title><script>document.title='ran'</script>",
  "<html xmlns='http://www.w3.org/1999/xhtml'><script>document.title='ran'</script></html>",
  "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='#a'?><a/>",
  "<svg xmlns='http://www.w3.org/2000/svg'><script>document.title='ran'</script></svg>",
];

const TYPES = ["application/json", "text/plain", "application/xml", "text/xml"];

/** A program for a page that posts an empty form, as a link to an attack would. */
function submitForm(path: string): string {
  return `{
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: ${JSON.stringify(path)} });
    document.body.append(form);
    form.submit();
  }`;
}

describe("planned responses in a browser", { skip: noBrowser, timeout: 180_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  async function setPlan(id: string, steps: object[]): Promise<Response> {
    return fetch(`${pages.server.url}/api/v1/inboxes/${id}/response`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ steps }),
    });
  }

  it("a planned response cannot host a page: a form that posts to the inbox gets a download that runs nothing", async () => {
    const { page } = await pages.open("/inbox");
    const url = page.url();
    let inboxes = 0;
    for (const type of TYPES) {
      for (const body of ATTACKS) {
        const id = `attack-${(inboxes += 1)}`;
        assert.equal((await setPlan(id, [{ status: 200, type, body }])).status, 200);
        const downloading = page.waitForEvent("download");
        await page.evaluate(submitForm(`/api/v1/webhook/${id}`));
        await (await downloading).cancel();
        assert.equal(page.url(), url, `${type} ${body}`);
        assert.notEqual(await page.title(), "ran");
      }
    }
    await page.close();
  });

  it("a planned response cannot be a page of a link or a frame, because GET does not return it", async () => {
    await setPlan("linked", [{ status: 200, type: "text/xml", body: ATTACKS[1] }]);
    const { page } = await pages.open("/api/v1/webhook/linked");
    assert.match(await page.locator("body").innerText(), /^\{"id":"linked"/);
    const { page: below } = await pages.open("/api/v1/webhook/linked/page.html");
    assert.doesNotMatch(await below.content(), /hosted/);
    await page.close();
    await below.close();
  });

  it("a planned response cannot be a script or a style sheet of another page", async () => {
    const { page } = await pages.open("/inbox");
    await setPlan("script", [{ status: 200, type: "text/plain", body: "document.title = 'ran'" }]);
    const text = await page.evaluate(async () => {
      const response = await fetch("/api/v1/webhook/script", { method: "POST" });
      return response.headers.get("x-content-type-options");
    });
    assert.equal(text, "nosniff");
    await page.close();
  });

  it("a planned response cannot set a cookie or redirect", async () => {
    for (const name of ["Set-Cookie", "Location", "Refresh", "Content-Type", "Link"]) {
      const refused = await setPlan("headers", [{ status: 302, headers: { [name]: "a=b" } }]);
      assert.equal(refused.status, 422, name);
    }
    await setPlan("moved", [{ status: 302, headers: { "X-Location": "/tools/hash" } }]);
    const { page } = await pages.open("/inbox");
    const url = page.url();
    const answered = page.waitForResponse((response) => response.url().endsWith("/moved"));
    await page.evaluate(submitForm("/api/v1/webhook/moved")).catch(() => {});
    const response = await answered;
    assert.equal(response.status(), 302);
    assert.equal(response.headers()["location"], undefined);
    assert.ok(!page.url().includes("/tools/hash"));
    assert.ok(
      page.url() === url || page.url().endsWith("/moved") || page.url().startsWith("chrome-error"),
    );
    assert.deepEqual(await page.context().cookies(), []);
    await page.close();
  });
});
