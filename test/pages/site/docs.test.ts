import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Ajv, type AnySchemaObject } from "ajv";
import { tokenize } from "#src/web/code/tokenize.js";
import { type PackedDocsIndex, unpackDocsIndex } from "#src/web/docs/docs-index.js";
import { EXAMPLE_RESPONSES } from "#src/web/docs/inbox-examples.js";
import { renderGuide } from "#src/web/docs/markdown.js";
import { inlineReferences } from "../../support/openapi.ts";
import { root, type RunningServer, startServer } from "../../support/server.ts";

/** The members of an operation of the OpenAPI document that these tests read. */
interface OpenApiOperation {
  operationId?: string;
  responses?: Record<string, { content?: Record<string, { schema: AnySchemaObject }> }>;
}

describe("docs site", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
  });
  after(() => server.stop());

  /** The pages that were read, because links lead to some of them a hundred times. */
  const texts = new Map<string, Promise<string>>();
  const read = (path: string): Promise<string> => {
    const text = texts.get(path) ?? fetch(server.url + path).then((response) => response.text());
    texts.set(path, text);
    return text;
  };

  it("the docs contain every guide of the repository, linked from every page of the docs", async () => {
    const names = readdirSync(join(root, "docs", "guides")).map((file) => basename(file, ".md"));
    const start = await read("/docs");
    for (const name of [...names, "scale"]) {
      assert.ok(start.includes(`href="/docs/${name}"`), name);
      const response = await fetch(`${server.url}/docs/${name}`);
      assert.equal(response.status, 200, name);
      assert.match(await response.text(), /<article class="docs"><div><h1>/, name);
    }
  });

  it("links of the docs lead to pages and headings that exist", async () => {
    const start = await read("/docs");
    const paths = new Set(
      [...start.matchAll(/href="(\/docs[\w/-]*)"/g)].map(([, path = ""]) => path),
    );
    for (const path of paths) {
      const html = await read(path);
      for (const [, href = ""] of html.matchAll(/<a href="((?:\/docs[\w/-]*)?#[\w-]+)"/g)) {
        const [page = "", id = ""] = href.split("#");
        const target = page === "" ? html : await read(page);
        assert.ok(target.includes(`id="${id}"`), `${path}: ${href}`);
      }
    }
  });

  it("the reference has a sample, a page to try, and example responses", async () => {
    const html = await read("/docs/reference/all");
    const [, hash = ""] =
      /<section id="hash" class="operation">([^]*?)<\/section>/.exec(html) ?? [];
    assert.match(hash, /<a href="\/tools\/hash">Try it<\/a>/);
    assert.match(hash, /<h3>Response<\/h3>[^]*b94d27b9934d3e08/);
  });

  it("the reference leads to a page with each operation of the OpenAPI document", async () => {
    const { paths } = JSON.parse(await read("/openapi.json")) as {
      paths: Record<string, Record<string, OpenApiOperation>>;
    };
    const methods = Object.values(paths).flatMap((path) => Object.values(path));
    const ids = methods.flatMap(({ operationId }) => operationId ?? []);
    const start = await read("/docs/reference");
    const entries = [...start.matchAll(/<li id="([^"]+)"[^>]*><a href="([^"#]+)#([^"]+)"/g)];
    assert.deepEqual(
      entries.map(([, id]) => id),
      ids,
    );
    for (const [, id, path = "", target] of entries) {
      assert.equal(target, id);
      assert.ok((await read(path)).includes(` id="${id}"`), `${id} is on ${path}`);
    }
    assert.ok(ids.length > 30);
  });

  it("the palette leads to sections of guides that exist", async () => {
    const index = JSON.parse(await read("/docs/search.json")) as PackedDocsIndex;
    const sections = unpackDocsIndex(index).filter(({ path }) => path.includes("#"));
    assert.ok(sections.some(({ title }) => title === "Test a sender's retries"));
    for (const { title, path } of sections) {
      const [page = "", id = ""] = path.split(/[#:]/);
      assert.ok((await read(page)).includes(` id="${id}"`), `${title}: ${path}`);
    }
  });

  it("samples of the reference name each method and fill in every parameter", async () => {
    const html = await read("/docs/reference/all");
    const text = (id: string) =>
      (new RegExp(`<section id="${id}" class="operation">([^]*?)</section>`).exec(html)?.[1] ?? "")
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll("&amp;", "&");
    assert.match(text("inbox-respond"), /curl -X PUT 'http[^ ]*\/inboxes\/my-inbox\/response/);
    assert.match(
      text("qr-get"),
      /curl 'http[^']*\/qr\?text=https%3A%2F%2Fexample\.com&format=svg'/,
    );
    assert.match(text("qr-get"), /Content-Type: image\/svg\+xml[^]*&lt;svg /);
    assert.match(text("inbox-delete"), /id string required/);
    assert.doesNotMatch(html, /<pre[^>]*>[^<]*\{(id|record|file)\}/);
  });

  it("the reference lists the members of an object below it, by their own names", async () => {
    const html = await read("/docs/reference/all");
    const [, invoice = ""] =
      /<section id="invoice" class="operation">([^]*?)<\/section>/.exec(html) ?? [];
    const [, items = ""] =
      /<code>items<\/code>[^]*?<details>([^]*?)<\/details>/.exec(invoice) ?? [];
    assert.match(items, /<summary>\d+ fields<\/summary><dl class="members">/);
    assert.match(items, /<code>rate<\/code> <small>number<\/small>/);
    assert.doesNotMatch(html, /<dt><code>[^<]*(?:\[\]|\.)/);
  });

  it("example responses of the inbox satisfy the OpenAPI document", async () => {
    const { paths } = inlineReferences(await read("/openapi.json")) as {
      paths: Record<string, Record<string, OpenApiOperation>>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ajv = new Ajv({ strict: false });
    for (const [id, example] of Object.entries(EXAMPLE_RESPONSES)) {
      const { responses } = operations.find(({ operationId }) => operationId === id) ?? {};
      const success = responses?.["200"] ?? responses?.["201"];
      const schema = success?.content?.["application/json"]?.schema;
      assert.ok(schema, id);
      assert.ok(ajv.validate(schema, example), `${id}: ${ajv.errorsText()}`);
    }
  });

  it("the reference has limits and headers of each operation", async () => {
    const html = await read("/docs/reference/all");
    const section = (id: string) =>
      new RegExp(`<section id="${id}" class="operation">([^]*?)</section>`).exec(html)?.[1] ?? "";
    assert.match(section("meeting-cost"), /60 requests a minute per IP[^]*Body up to 256 KiB/);
    assert.match(section("meeting-cost"), /Headers<\/a>: X-Usage-Count, [^<]*RateLimit/);
    assert.match(section("hash"), /No rate limit/);
    assert.match(section("invoice"), /Number of the invoice\./, "members of a shared schema");
    assert.match(section("hash"), /Body up to 2 MiB/);
    const start = await read("/docs/reference");
    for (const name of ["X-Usage-Reset", "RateLimit-Policy", "Retry-After"])
      assert.ok(start.includes(`<code>${name}</code>`), name);
    const operations = html.match(/<section id="[^"]+" class="operation">/g) ?? [];
    const responses = html.match(/<h3>Response<\/h3>/g) ?? [];
    assert.equal(responses.length, operations.length);
  });
});

describe("renderGuide", () => {
  const site = { basePath: "/base", origin: "https://a.example/base" };

  it("renderGuide gives headings ids, escapes code, and rewrites links to other guides", () => {
    const { html, headings } = renderGuide(
      "# One\n\n## Two `x`\n\n[limits](limits.md) and [code](../src/a.ts)\n\n```\n<b>\n```\n",
      site,
    );
    assert.deepEqual(headings, [
      { id: "one", title: "One", depth: 1 },
      { id: "two-x", title: "Two x", depth: 2 },
    ]);
    assert.match(html, /<\/h1>\n?<section><h2 id="two-x">[^]*<\/section>$/);
    assert.match(html, /<a href="\/base\/docs\/limits">limits<\/a> and code/);
    assert.match(html, /&lt;b&gt;/);
  });

  it("renderGuide puts the reader's server into code, and keeps upstreams and ports", () => {
    const code = `curl 'localhost:3000/x'\nfetch("http://127.0.0.1:3000");\nproxy_pass http://127.0.0.1:3000;\n-p 127.0.0.1:3000:3000`;
    const { html } = renderGuide(`\`\`\`\n${code}\n\`\`\`\n`, site);
    const text = html
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"');
    assert.equal(
      text.trim(),
      `curl 'https://a.example/base/x'\nfetch("https://a.example/base");\nproxy_pass http://127.0.0.1:3000;\n-p 127.0.0.1:3000:3000`,
    );
  });
});

describe("tokenize", () => {
  it("tokenize does not color a command's name within a host", () => {
    const [token, ...others] = tokenize("https://sundry.example/import");
    assert.deepEqual([token?.kind, others], [undefined, []]);
  });

  it("tokenize keeps every character and finds strings, numbers, keywords and flags", () => {
    const code = `curl 'http://x' -H 'a: b' # note\n{ "name": "Ada", "count": 3, "ok": true }`;
    const tokens = tokenize(code);
    assert.equal(tokens.map(({ text }) => text).join(""), code);
    const kinds = tokens.flatMap(({ kind, text }) => (kind ? [`${kind} ${text.trim()}`] : []));
    assert.deepEqual(kinds, [
      "keyword curl",
      "string 'http://x'",
      "flag -H",
      "string 'a: b'",
      "comment # note",
      'member "name"',
      'string "Ada"',
      'member "count"',
      "number 3",
      'member "ok"',
      "keyword true",
    ]);
  });
});
