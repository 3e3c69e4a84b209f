import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { CONTRACT_VIEWS, INVOICE_VIEWS } from "./support/document-views.ts";
import { getAttribute, listElements, getText } from "./support/markup.ts";
import { postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

const folder = join(root, "test", "golden");
const isRenewal = process.env["RENEW_GOLDEN"] === "1";

/**
 * Compares with the file of that name. After an intended change: RENEW_GOLDEN=1 npm test, and
 * review the files.
 */
function assertGolden(name: string, text: string): void {
  const file = join(folder, name);
  if (isRenewal) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"), `${name} differs; RENEW_GOLDEN=1 rewrites it`);
}

describe("documents equal the reviewed golden files", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  async function post(path: string, request: object): Promise<string> {
    const response = await postJson(server.url + path, request);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text;
  }

  for (const [name, request] of Object.entries(INVOICE_VIEWS)) {
    it(`the invoice "${name}" equals its golden file`, async () => {
      const page = await post("/api/invoice", request);
      assertGolden(`invoice-${name}.html`, page);
      const envelope = JSON.parse(await post("/api/v1/invoice?format=JSON", request)) as Envelope;
      assert.equal(envelope.html, page);
      assertReadable(page);
    });
  }

  for (const [name, request] of Object.entries(CONTRACT_VIEWS)) {
    it(`the contract "${name}" equals its golden file`, async () => {
      const answer = JSON.parse(await post("/api/v1/contract-generator", request)) as Agreement;
      assertGolden(`contract-${name}.txt`, answer.contract);
      assert.equal(answer.wordCount, answer.contract.match(/\S+/g)?.length);
    });
  }
});

interface Envelope {
  html: string;
}

interface Agreement {
  contract: string;
  wordCount: number;
}

/**
 * Asserts the structure that screen readers need: language, one heading of the first level, a table
 * with headers.
 */
function assertReadable(page: string): void {
  const elements = listElements(page);
  const filterByTag = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const [html] = filterByTag("html");
  assert.equal(html && getAttribute(html, "lang"), "en");
  assert.equal(filterByTag("h1").length, 1);
  assert.equal(filterByTag("caption").length, 1);
  assert.ok(
    filterByTag("time").every((time) => getAttribute(time, "datetime")?.match(/^\d{4}-\d\d-\d\d$/)),
  );
  const headers = filterByTag("th");
  assert.ok(
    headers.every((header) => ["col", "row"].includes(getAttribute(header, "scope") ?? "")),
  );
  assert.ok(filterByTag("h2").every((heading) => getText(heading) !== ""));
}
