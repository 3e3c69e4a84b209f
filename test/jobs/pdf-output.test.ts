import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PAGE_SIZES, TooManyPagesError } from "#src/pdf/document.js";
import { PdfJoiner } from "#src/pdf/join/join.js";
import { renderPdf } from "#src/pdf/render.js";
import { tools } from "#src/tools/index.js";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { getText, readObjects, written } from "../support/pdf-conformance/objects.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

function getExample(name: string): object {
  return tools.find((tool) => tool.name === name)?.example ?? {};
}

describe("joined PDFs of batches", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  async function join(path: string, body: { rows: object[]; [option: string]: unknown }) {
    const url = `${server.url}/api/v1/batch/${path}`;
    const response = await postJson(url, { output: "pdf", ...body }, createCaller());
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  async function assertError(path: string, body: { rows: object[] }, error: string) {
    const { response, bytes } = await join(path, body);
    assert.deepEqual([response.status, JSON.parse(bytes.toString())], [422, { error }]);
  }

  it(
    "pages are in the order of the rows, with a bookmark for each, as PDF/A-3a and PDF/UA-1",
    { skip: findSkipReason("qpdf --version") },
    async () => {
      const rows = [
        getExample("pdf"),
        { markdown: "# B 1 0 R\n\nb[^1 0 R(]\n\n[^1 0 R(]: note 😀 [a](https://a.example)" },
        { markdown: "# C\n\nc[^1]\n\n[^1]: note", language: "de", title: "/C:" },
      ];
      const defaults = { date: "2026-03-02" };
      const request = { rows, name: "{row} {title}", defaults };
      const { response, bytes } = await join("pdf", request);
      assert.equal(response.headers.get("content-type"), "application/pdf");
      assert.equal(response.headers.get("content-disposition"), 'attachment; filename="pdf.pdf"');
      assert.deepEqual(checkConformance(bytes), []);
      const objects = readObjects(bytes);
      const pages = objects.pages();
      const outlines = objects.dictionary(objects.catalog["/Outlines"]);
      const found: unknown[] = [];
      for (let node = outlines["/First"]; node; node = objects.dictionary(node)["/Next"]) {
        const { "/Title": title, "/Dest": target } = objects.dictionary(node);
        found.push([getText(title), pages.indexOf(written(objects.list(target)[0]))]);
      }
      assert.deepEqual(found, [
        ["1.pdf", 0],
        ["2.pdf", 1],
        ["3 -C-.pdf", 2],
      ]);
      const again = await join("pdf", request);
      assert.ok(again.bytes.equals(bytes), "the same request made other bytes");
    },
  );

  it("invoices are joined with format=pdf, and a logo is in the file once", async () => {
    const logo = `data:image/svg+xml;base64,${Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>`,
    ).toString("base64")}`;
    const rows = Array.from({ length: 3 }, () => ({ ...getExample("invoice"), logo }));
    const one = await join("invoice?format=pdf", { rows: rows.slice(0, 1) });
    const { bytes } = await join("invoice?format=pdf", { rows });
    assert.match(bytes.toString("latin1", 0, 8), /^%PDF-1\.7/);
    assert.ok(bytes.length < 2 * one.bytes.length, `${one.bytes.length} and ${bytes.length}`);
  });

  it("a row that fails refuses the request and is named", async () => {
    const good = { markdown: "a" };
    const rows = [good, good, {}, good, { markdown: 5 }];
    const error = "row 3: markdown is required; row 5: markdown must be a string";
    await assertError("pdf", { rows }, error);
    const bad = Array.from({ length: 25 }, () => ({}));
    const { bytes } = await join("pdf", { rows: bad });
    const { error: long } = JSON.parse(bytes.toString()) as { error: string };
    assert.match(long, /; row 20: markdown is required; and 5 more$/);
  });

  it("batches whose rows are no PDFs are refused", async () => {
    const error = "output must be zip, ndjson or csv: hash makes no PDF";
    await assertError("hash", { rows: [{ text: "a" }] }, error);
    await assertError("invoice", { rows: [getExample("invoice")] }, "output pdf needs format=pdf");
  });

  it("more than 1,000 pages are refused", () => {
    const { bytes } = renderPdf({
      title: "One page",
      language: "en",
      date: "2026-03-02T00:00:00Z",
      page: { ...PAGE_SIZES.A5, margin: { top: 9, right: 9, bottom: 9, left: 9 } },
      body: [],
    });
    const joined = new PdfJoiner("Many");
    for (let page = 1; page <= 1000; page += 1) joined.add(bytes, `${page}.pdf`);
    assert.throws(() => joined.add(bytes, "1001.pdf"), TooManyPagesError);
    assert.match(joined.finish().toString("latin1", 0, 8), /^%PDF-1\.7/);
  });

  it("rows that are all costly are counted together", async () => {
    const rows = Array.from({ length: 61 }, () => getExample("invoice"));
    const { response, bytes } = await join("invoice?format=pdf", { rows });
    assert.equal(response.status, 429);
    assert.deepEqual(JSON.parse(bytes.toString()), {
      error:
        "invoice-pdf allows 60 rows a minute; this batch has 61. Send at most 60, or create a job.",
    });
  });
});
