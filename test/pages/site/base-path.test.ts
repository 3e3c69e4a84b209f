import assert from "node:assert/strict";
import { it } from "node:test";
import { startServer } from "../../support/server.ts";

/**
 * Returns the URLs of the links, files and forms of a page, except links of the guides to other
 * sites.
 */
function listUrls(page: string, origin: string): URL[] {
  const own = page.replaceAll(/<a [^>]*href="https:[^>]*>/g, "");
  const found = own.matchAll(/(?:href|src|action)="([^"#]+)|url\("?([^")]+)/g);
  return Array.from(found, ([, attribute, rule]) =>
    (attribute ?? rule ?? "").replaceAll("&amp;", "&"),
  )
    .filter((address) => !/^(?:data|mailto):/.test(address))
    .map((address) => new URL(address, origin));
}

it("every URL in a page is below BASE_PATH and responds", async (test) => {
  const server = await startServer({ BASE_PATH: "/sundry", OFFLINE: "true" });
  test.after(() => server.stop());
  const seen = new Set<string>();
  const coming = [new URL(`${server.url}/`), new URL(`${server.url}/inbox/of-a-test`)];
  for (const { href } of coming) {
    if (seen.has(href)) continue;
    seen.add(href);
    const answer = await fetch(href, { headers: { accept: "text/html" } });
    const type = answer.headers.get("content-type") ?? "";
    const text = await answer.text();
    assert.equal(answer.status, 200, href);
    const isDocument = answer.headers.get("content-security-policy")?.includes("sandbox");
    if (!/^text\/(?:html|css)/.test(type) || isDocument) continue;
    for (const address of listUrls(text, href)) {
      assert.ok(
        address.href.startsWith(`${server.url}/`) || address.href === server.url,
        `${address.href} on ${href}`,
      );
      coming.push(address);
    }
  }
  assert.ok(seen.size > 20, "it went around");
});
