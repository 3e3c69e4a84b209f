import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { unpackDocsIndex, type PackedDocsIndex } from "#src/web/docs/docs-index.js";
import { createFinder, type Found } from "#src/web/shell/find-pages.js";
import { cutSnippet } from "#src/web/shell/snippet.js";
import type { PalettePage } from "#src/web/shell/search.js";
import { type RunningServer, startServer } from "../../support/server.ts";

/** Maximum bytes of the index, compressed with gzip. */
const MAX_BYTES = 40_000;

/** Queries that titles and keywords answer, and the path of their first hit. */
const FIRST_HITS: Readonly<Record<string, string>> = {
  "rate limit": "/docs/limits",
  nginx: "/docs/deploy#docker-with-nginx",
  python: "/docs/languages#python",
  php: "/docs/languages#php",
  golang: "/docs/languages",
  "c#": "/docs/languages#c",
  ruby: "/docs/languages#ruby",
  dotnet: "/docs/languages",
  sdk: "/docs/clients",
  xrechnung: "/tools/einvoice-read",
  sepa: "/docs/invoices",
  epc: "/docs/invoices",
  curl: "/docs#start",
  wifi: "/tools/qr#content.type=wifi",
  vcard: "/tools/qr#content.type=contact",
  qr: "/tools/qr",
  checksum: "/tools/hash",
  "request bin": "/inbox",
  screenshot: "/tools/code-image",
  receipt: "/tools/invoice",
  nda: "/tools/contract-generator",
  salary: "/tools/meeting-cost",
  exchange: "/tools/currency",
  docker: "/docs/deploy#docker-with-nginx",
  kubernetes: "/docs/deploy#in-kubernetes",
  systemd: "/docs/deploy#as-a-systemd-service",
  backup: "/docs/operate#backups",
  upgrade: "/docs/deploy#upgrade",
  TRUST_PROXY: "/docs/configuration#address-and-network",
  enforce_limit: "/docs/configuration#limits",
  PORT: "/docs/configuration#address-and-network",
  "environment variables": "/docs/configuration",
  typescript: "/docs/clients",
  openapi: "/docs/reference",
  claude: "/docs/mcp",
  mcp: "/docs/mcp",
  422: "/docs#errors",
  429: "/docs#errors",
  "api key": "/docs#keys",
  login: "/docs/access",
  stripe: "/docs/webhooks#stripe",
  "slack signature": "/tools/webhook-signature",
  "private inbox": "/docs/webhooks#private-inboxes",
  "verify signatures": "/docs/webhooks#verify-signatures",
  "forward to my machine": "/docs/webhooks#forward-to-your-machine",
  zugferd: "/tools/einvoice-read",
  "credit note": "/docs/invoices",
  "payment codes": "/docs/invoices#payment-codes",
  taxRate: "/docs/reference/invoice#invoice:taxRate",
  gs1: "/docs/barcode#gs1",
  zebra: "/tools/labels",
  avery: "/tools/labels",
  "label printers": "/docs/labels#label-printers",
  ssrf: "/docs/security",
  "many at once": "/docs/batch",
  csv: "/docs/batch",
  hmac: "/docs/hash#hmac",
  "markdown to pdf": "/tools/pdf",
  margin: "/tools/profit-calculator",
  emissions: "/tools/carbon-footprint",
  xrechnug: "/tools/einvoice-read",
  kuberntes: "/docs/deploy#in-kubernetes",
  diceware: "/tools/password",
  uuid: "/tools/password",
  standup: "/tools/meeting-cost",
  dymo: "/tools/labels",
  co2: "/tools/carbon-footprint",
  quickstart: "/docs",
  "several machines": "/docs/deploy#several-processes-or-machines-redis",
  "sign in": "/docs/access#sign-in",
};

describe("search of the docs", () => {
  let server: RunningServer;
  let find: (query: string) => Found<PalettePage>[];
  let bytes = 0;
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
    const load = async (path: string) => (await fetch(server.url + path)).text();
    const [pages, index] = await Promise.all([load("/palette.json"), load("/docs/search.json")]);
    bytes = gzipSync(index).length;
    const entries = unpackDocsIndex(JSON.parse(index) as PackedDocsIndex);
    find = createFinder<PalettePage>([...(JSON.parse(pages) as PalettePage[]), ...entries]);
  });
  after(() => server.stop());

  it("the index of guides, settings, operations, fields and errors stays below its bound", () => {
    assert.ok(bytes > 5_000 && bytes < MAX_BYTES, `${bytes} bytes`);
  });

  it("each query has the right first hit", () => {
    const wrong = Object.entries(FIRST_HITS).filter(
      ([query, path]) => find(query)[0]?.entry.path !== path,
    );
    const hits = wrong.map(([query]) =>
      find(query)
        .slice(0, 4)
        .map(({ entry }) => entry.path),
    );
    assert.deepEqual(hits, [], wrong.map(([query]) => query).join(", "));
  });

  it("finds nothing for words that no page has", () => {
    assert.deepEqual(find("zzyzx qwertz"), []);
  });

  it("the Markdown of a found guide yields a snippet with the hit", async () => {
    const found = find("fsGroup").find(({ entry }) => entry.path === "/docs/deploy#in-a-container");
    assert.ok(found);
    const [path = "", id = ""] = found.entry.path.split("#");
    const response = await fetch(`${server.url}${path}.md`);
    assert.equal(response.headers.get("content-type"), "text/markdown; charset=utf-8");
    assert.match(cutSnippet(await response.text(), id, found.terms), /fsGroup: 1000/);
  });
});
