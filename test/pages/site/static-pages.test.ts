import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import type { RequestContext } from "#src/http/context.js";
import type { Page } from "#src/web/server/page-renderer.js";
import { createStaticPageRenderer } from "#src/web/server/static-page.js";
import type { Site } from "#src/web/tool-summary.js";

const ASSETS = {
  findFile: () => undefined,
  getStyles: () => undefined,
  guides: () => ({}),
  read: () => undefined,
};
const HOSTS = 1000;

function createDocsPage(site: Site): Page {
  const content = {
    page: "Docs",
    props: { site, guides: [], assistants: { tools: [], searchTokens: 0 } },
  } as const;
  return { title: "Docs", description: "Docs.", part: "docs", content };
}

function getSite({ origin }: RequestContext): Site {
  return { origin, basePath: "", version: "1.0.0" };
}

/** Returns the handler of a page, and how often the page was created. */
function createPage(page: (site: Site) => Page | Promise<Page> = createDocsPage) {
  let count = 0;
  const handler = createStaticPageRenderer(
    ASSETS,
    getSite,
  )((site) => {
    count += 1;
    return page(site);
  });
  const load = async (origin: string, cookie?: string) => {
    const reply = await handler({ origin, headers: { cookie } } as RequestContext);
    const gzip = reply.encodings?.gzip;
    assert.ok(reply.body instanceof Buffer && gzip);
    return { reply, gzip, text: reply.body.toString() };
  };
  return { load, countRenderings: () => count };
}

describe("createStaticPageRenderer", () => {
  it("a page that is read under 1,000 hosts is rendered once, and one reply is kept", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { load, countRenderings } = createPage();
    const replies: WeakRef<object>[] = [];
    for (let host = 0; host < HOSTS; host++) {
      const { reply, gzip, text } = await load(`http://host-${host}.test`);
      assert.ok(text.includes(`http://host-${host}.test/api/v1/hash`));
      assert.equal(text.includes(".invalid"), false);
      if (host % 100 === 0) assert.equal(gunzipSync(gzip).toString(), text);
      replies.push(new WeakRef(reply));
    }
    assert.equal(countRenderings(), 1);
    // References are cleared after the turn that read them.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const kept = replies.filter((reply) => reply.deref()).length;
    assert.ok(kept <= 2, `${kept} replies are kept`);
    const [first, second] = [await load("http://a.test"), await load("http://a.test")];
    assert.equal(first.reply, second.reply);
  });

  it("100 requests that wait for the first rendering get one reply", async () => {
    const { load, countRenderings } = createPage();
    const loads = Array.from({ length: 100 }, async () => (await load("http://a.test")).reply);
    assert.equal(new Set(await Promise.all(loads)).size, 1);
    assert.equal(countRenderings(), 1);
  });

  it("a page is rendered once for each theme", async () => {
    const { load, countRenderings } = createPage();
    for (const theme of ["dark", "light", "dark", "system"]) {
      const { text } = await load("http://a.test", `sundry-theme=${theme}`);
      assert.equal(/data-theme="(\w+)"/.exec(text)?.[1] ?? "system", theme);
    }
    assert.equal(countRenderings(), 3);
  });

  it("a host with characters of HTML and of shells is escaped in a page", async () => {
    const { load } = createPage();
    const { text } = await load("http://a'&b");
    assert.match(text, / http:\/\/a%27&amp;b\/api/);
  });

  it("a page that failed is rendered again", async () => {
    let isBroken = true;
    const { load, countRenderings } = createPage(async (site) => {
      if (isBroken) throw new Error("broken");
      return createDocsPage(site);
    });
    await assert.rejects(load("http://a.test"), /broken/);
    isBroken = false;
    assert.equal((await load("http://a.test")).reply.status, 200);
    assert.equal(countRenderings(), 2);
  });

  it("a page that lacks a part is rendered again a minute later", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { load, countRenderings } = createPage((site) => ({
      ...createDocsPage(site),
      isIncomplete: true,
    }));
    await load("http://a.test");
    await load("http://b.test");
    assert.equal(countRenderings(), 1);
    mock.timers.tick(60_000);
    await load("http://a.test");
    assert.equal(countRenderings(), 2);
  });
});
