import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findSkipReason } from "../support/needs.ts";
import { getText, readObjects } from "../support/pdf-conformance/objects.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const noQpdf = findSkipReason("qpdf --version");

function attach(...names: string[]): object[] {
  return names.map((name) => ({ name, data: "YQ==", mediaType: "text/plain" }));
}

/** Layout of small pages, so that a short text fills several. */
const SMALL = { pageSize: "A5", margin: 50, fontSize: 14 };

describe("POST /api/v1/pdf", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  function post(request: object, headers: Record<string, string> = {}): Promise<Response> {
    return postJson(`${server.url}/api/v1/pdf`, request, { ...createCaller(), ...headers });
  }

  async function readError(request: object): Promise<string> {
    let response = await post(request);
    // Asks again where a busy machine kept the processor from the task.
    for (let tries = 1; response.status === 503 && tries < 8; tries++) {
      response = await post(request);
    }
    assert.equal(response.status, 422);
    return ((await response.json()) as { error: string }).error;
  }

  async function readName(request: object): Promise<string | null> {
    return (await post(request)).headers.get("content-disposition");
  }

  it("POST /api/v1/pdf returns a PDF with the number of its pages", async () => {
    const response = await post({ markdown: "# Hello\n\nworld" });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/pdf");
    assert.equal(response.headers.get("x-pdf-pages"), "1");
    assert.equal(response.headers.get("x-pdf-warnings"), null);
    assert.match(Buffer.from(await response.arrayBuffer()).toString("latin1"), /^%PDF-1\.7/);
  });

  it("a PDF's file name is the title, which is the first heading by default", async () => {
    const markdown = "# Release notes: 2.4";
    assert.equal(await readName({ markdown }), 'inline; filename="Release notes- 2.4.pdf"');
    assert.equal(await readName({ markdown, title: "Plan" }), 'inline; filename="Plan.pdf"');
    assert.equal(await readName({ markdown: "text" }), 'inline; filename="Document.pdf"');
  });

  it("the same PDF request with a date returns the same bytes", async () => {
    const request = { markdown: "# Hello\n\n```js\nconst a = 1;\n```", date: "2026-03-02" };
    const postForBytes = async () => Buffer.from(await (await post(request)).arrayBuffer());
    assert.ok((await postForBytes()).equals(await postForBytes()));
  });

  it("code in a PDF is colored unless highlight is false", async () => {
    const markdown = "```js\nconst answer = 42;\n```";
    const measurePdf = async (highlight: boolean) =>
      (await (await post({ markdown, highlight, date: "2026-03-02" })).arrayBuffer()).byteLength;
    assert.notEqual(await measurePdf(true), await measurePdf(false));
  });

  it("Accept: application/json returns the PDF as JSON with its description", async () => {
    const response = await post({ markdown: "a \u0b95" }, { accept: "application/json" });
    const body = (await response.json()) as {
      pages: number;
      bytes: number;
      dataUrl: string;
      warnings: string[];
    };
    assert.equal(response.headers.get("x-pdf-warnings"), "missing-glyph");
    assert.deepEqual(body.warnings, ["missing-glyph: no font has U+0B95"]);
    const data = Buffer.from(body.dataUrl.replace("data:application/pdf;base64,", ""), "base64");
    assert.deepEqual([body.pages, body.bytes], [1, data.length]);
  });

  it("images and attachments are embedded in a PDF", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const response = await post({
      markdown: "![dot](dot.png)",
      images: { "dot.png": `data:image/png;base64,${png}` },
      attachments: [
        { name: "data.csv", data: Buffer.from("a,b").toString("base64"), mediaType: "text/csv" },
      ],
    });
    assert.equal(response.status, 200);
    assert.match(Buffer.from(await response.arrayBuffer()).toString("latin1"), /\/Subtype\/Image/);
  });

  it("images that the request does not have are named in headers and warnings", async () => {
    const markdown = "![Logo](logo.png) and | ![x](https://example.com/ä.png) ![again](logo.png)";
    const response = await post({ markdown }, { accept: "application/json" });
    assert.equal(response.headers.get("x-pdf-warnings"), "missing-image");
    const named = "logo.png, https://example.com/%C3%A4.png";
    assert.equal(response.headers.get("x-pdf-missing-images"), named);
    const { warnings } = (await response.json()) as { warnings: string[] };
    assert.deepEqual(warnings, [
      "missing-image: 2 images not found: logo.png, https://example.com/ä.png (never fetched)",
    ]);
    const many = Array.from({ length: 7 }, (_, index) => `![](${index}.png)`).join(" ");
    const { headers } = await post({ markdown: many });
    const five = "0.png, 1.png, 2.png, 3.png, 4.png and 2 more";
    assert.equal(headers.get("x-pdf-missing-images"), five);
  });

  it("the names of attachments have no folders", async () => {
    const attachments = attach("../../etc/cron.d/job.txt", "C:\\x\\other.txt");
    const response = await post({ markdown: "x", attachments });
    const pdf = new Uint8Array(await response.arrayBuffer());
    if (!noQpdf) {
      const files = [...readObjects(pdf).all()].flatMap(({ dictionary }) =>
        dictionary["/Type"] === "/Filespec" ? [getText(dictionary["/UF"])] : [],
      );
      assert.deepEqual(files.toSorted(), ["job.txt", "other.txt"]);
    }
    assert.equal(
      await readError({ markdown: "x", attachments: attach("a/..", "b/c.txt", "c.txt") }),
      "attachments[0].name must be a file name; attachments[2].name must not be that of another attachment",
    );
  });

  it("an error about a PDF names every broken rule", async () => {
    const error = await readError({
      markdown: "x",
      language: "en-!",
      margin: 5,
      images: { a: "https://example.org/a.png" },
      date: "2026-02-30",
    });
    for (const field of ["language", "margin", "date"])
      assert.match(error, new RegExp(`\\b${field} must`));
    assert.equal(
      await readError({
        markdown: "x",
        images: { a: "https://example.org/a.png" },
        attachments: [{ name: "a", data: `${" ".repeat(400_000)}!`, mediaType: "a/b" }],
      }),
      "images.a must be a PNG or JPEG image as a base64 data URL; attachments[0].data must be base64",
    );
    const images = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`i${index}`, "x"]));
    assert.equal(await readError({ markdown: "x", images }), "images must have at most 20 entries");
  });

  it("a PDF of more than 200 pages is rejected", async () => {
    const request = { markdown: `\`\`\`\n${"a\n".repeat(3500)}`, ...SMALL };
    assert.equal(await readError(request), "markdown must make at most 200 pages");
  });

  it("other requests are served while a document is created", async () => {
    const slow = post({ markdown: "*a ".repeat(66_000) });
    const health = await fetch(`${server.url}/healthz`);
    assert.equal(health.status, 200);
    await slow;
  });

  const hostile: [name: string, markdown: string, sentence: string][] = [
    [
      "a megabyte of combining marks",
      `a${"\u0301".repeat(1_000_000)}`,
      "markdown must have at most 200000 characters",
    ],
    [
      "50,000 levels",
      `${"> ".repeat(50_000)}x`,
      "markdown must not be nested deeper than 50 levels",
    ],
    [
      "200,000 brackets",
      "[".repeat(200_000),
      "markdown takes too long to lay out; make it shorter or simpler",
    ],
  ];
  for (const [name, markdown, sentence] of hostile) {
    it(`a PDF is rejected with one sentence: ${name}`, async () => {
      assert.equal(await readError({ markdown }), sentence);
    });
  }
});
