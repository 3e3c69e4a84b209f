import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { FORGERIES, HOSTILE, WITH_BIDI, WITH_CONTROLS } from "../support/hostile-strings.ts";
import { getAttribute, listElements, getText } from "./support/markup.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const INVOICE_FIELDS = [
  "invoiceNumber",
  "notes",
  "from.name",
  "from.address",
  "from.email",
  "from.phone",
  "from.website",
  "to.name",
  "to.address",
  "to.email",
  "to.phone",
  "items.description",
];
const LENGTHS: Record<string, number> = { invoiceNumber: 64, "from.phone": 50, "to.phone": 50 };
const CONTRACT_FIELDS = [
  "freelancer.name",
  "freelancer.email",
  "freelancer.address",
  "client.name",
  "client.email",
  "client.address",
  "project.title",
  "project.description",
  "project.deliverables",
  "project.deliverables.0",
  "clauses.governingState",
];

/** Returns an invoice with these texts in its fields, each cut to the field's limit. */
function createInvoiceWith(textOfField: (field: string) => string): object {
  const of = (field: string) => truncate(textOfField(field), field);
  const party = (side: string) =>
    Object.fromEntries(
      ["name", "address", "email", "phone", "website"].map((name) => [name, of(`${side}.${name}`)]),
    );
  return {
    invoiceNumber: of("invoiceNumber"),
    notes: of("notes"),
    from: party("from"),
    to: party("to"),
    items: [{ description: of("items.description"), quantity: 1, rate: 1 }],
  };
}

function truncate(text: string, field: string): string {
  return [...text].slice(0, LENGTHS[field] ?? 200).join("");
}

/** Puts `text` into one field and plain words into all others. */
function fillOnly(text: string, field: string): (of: string) => string {
  return (of) => (of === field ? text : "plain");
}

function createContractWith(text: string, field: string): object {
  const request: Record<string, object> = {
    freelancer: { name: "Ada" },
    client: { name: "Bob" },
    project: { title: "Shop" },
    payment: { amount: 100 },
  };
  const [group = "", member = "", entry] = field.split(".");
  request[group] = { ...request[group], [member]: entry === undefined ? text : [text] };
  return { type: "web-development", ...request };
}

describe("documents with hostile text", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  const post = (path: string, request: object) =>
    postJson(server.url + path, request, createCaller());

  async function postInvoice(textOfField: (field: string) => string): Promise<string> {
    const response = await post("/api/invoice", createInvoiceWith(textOfField));
    assert.equal(response.status, 200);
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "style-src 'unsafe-inline'", "sandbox"]) {
      assert.ok(policy.includes(part), policy);
    }
    return response.text();
  }

  async function postAgreement(text: string, field: string): Promise<string> {
    const response = await post("/api/v1/contract-generator", createContractWith(text, field));
    assert.equal(response.status, 200, text);
    return ((await response.json()) as { contract: string }).contract;
  }

  it("an invoice shows text as typed in every field and adds no element but a safe link", async () => {
    const usual = listTags(await postInvoice(() => "plain"));
    const texts = [...HOSTILE, ...WITH_BIDI];
    // Every text is once in every field, and the fields of one invoice have different texts.
    for (const first of texts.keys()) {
      const textOfField = (field: string) =>
        texts[(first + INVOICE_FIELDS.indexOf(field) + texts.length) % texts.length] ?? "";
      const elements = listElements(await postInvoice(textOfField));
      const tags = elements.map(({ tagName }) => tagName);
      assert.deepEqual(
        tags.filter((tag) => tag !== "a"),
        usual,
        `texts from ${first}`,
      );
      const links = elements.filter(({ tagName }) => tagName === "a");
      for (const link of links) assertSafe(getAttribute(link, "href") ?? "", getText(link));
      for (const { attrs } of elements) {
        assert.ok(!attrs.some(({ name }) => name.startsWith("on")), `texts from ${first}`);
      }
      const body = elements.find(({ tagName }) => tagName === "body");
      const shown = body ? getText(body) : "";
      for (const field of INVOICE_FIELDS) {
        const typed = truncate(textOfField(field), field).replaceAll(/\s+/g, " ").trim();
        assert.ok(shown.includes(typed), `${field}: ${typed}`);
      }
    }
  });

  it("control characters are rejected in every field of an invoice", async () => {
    for (const field of INVOICE_FIELDS) {
      for (const text of WITH_CONTROLS) {
        const response = await post("/api/invoice", createInvoiceWith(fillOnly(text, field)));
        const { error } = (await response.json()) as { error: string };
        assert.equal(response.status, 422, `${field} ${JSON.stringify(text)}`);
        assert.ok(error.includes(field.replace("items.", "items[0].")), error);
      }
    }
  });

  it("an invoice accepts only colors as its color and only dates as its dates", async () => {
    for (const member of ["accentColor", "currency", "issueDate", "dueDate"]) {
      for (const text of [...HOSTILE, ...WITH_CONTROLS, "#00000g", "#0000000", "#000000\n"]) {
        const request = { ...createInvoiceWith(() => "plain"), [member]: text };
        assert.equal((await post("/api/invoice", request)).status, 422, `${member} ${text}`);
      }
    }
  });

  for (const field of CONTRACT_FIELDS) {
    it(`contract field ${field} contains text as typed and keeps its sections`, async () => {
      for (const text of HOSTILE) {
        const typed = [...text].slice(0, 100).join("");
        const contract = await postAgreement(typed, field);
        assert.ok(contract.includes(typed), text);
        assert.equal(contract.match(/^\d+\. /gm)?.length, 14, text);
      }
      for (const text of [...WITH_CONTROLS, ...WITH_BIDI]) {
        const response = await post("/api/v1/contract-generator", createContractWith(text, field));
        assert.equal(response.status, 422, `${field} ${JSON.stringify(text)}`);
      }
    });
  }

  for (const field of CONTRACT_FIELDS) {
    it(`text in contract field ${field} cannot start a line, a section or a signature`, async () => {
      const usual = listUnindented(await postAgreement("plain", field), "plain");
      for (const text of FORGERIES) {
        const contract = await postAgreement(text, field);
        assert.deepEqual(listUnindented(contract, toOneLine(text)), usual, text);
        assert.doesNotMatch(contract, /[\r\v\f\u0085\u2028\u2029]/);
      }
    });
  }

  describe("in Chromium", { skip: noBrowser }, () => {
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
    });
    after(() => browser.close());

    /** Collects forbidden behavior of a page: requests, dialogs, logged errors. */
    async function listMisdeeds(body: string, policy: string | undefined): Promise<string[]> {
      const page = await browser.newPage({ viewport: { width: 320, height: 600 } });
      const seen: string[] = [];
      page.on("dialog", (dialog) => {
        seen.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("console", (message) => seen.push(`console ${message.text()}`));
      page.on("pageerror", (error) => seen.push(`error ${error.message}`));
      await page.route("**/*", async (route) => {
        const url = route.request().url();
        if (url !== "http://document.test/") {
          seen.push(`request ${url}`);
          return route.abort();
        }
        const headers = { "content-type": "text/html; charset=utf-8" };
        const guarded = policy === undefined ? {} : { "content-security-policy": policy };
        return route.fulfill({ body, headers: { ...headers, ...guarded } });
      });
      await page.goto("http://document.test/", { waitUntil: "load" });
      const width = await page.evaluate("document.documentElement.scrollWidth");
      if (width !== 320) seen.push(`${String(width)} px wide at 320`);
      const bar = await page.evaluate(
        `getComputedStyle(document.querySelector("header")).backgroundColor`,
      );
      if (bar !== "rgb(29, 78, 216)") seen.push(`unstyled: ${String(bar)}`);
      await page.close();
      return seen;
    }

    it("hostile text in a document runs, loads and overflows nothing in Chromium, with and without the CSP", async () => {
      const plain = await post(
        "/api/invoice",
        createInvoiceWith(() => "plain"),
      );
      const policy = plain.headers.get("content-security-policy") ?? "";
      const texts = [...HOSTILE, ...WITH_BIDI, "W".repeat(250), "界".repeat(200)];
      const items = texts.map((description) => ({ description, quantity: 1, rate: 1 }));
      // Puts another dozen of the texts into the fields of each document, and all of them into its
      // items.
      for (let first = 0; first < texts.length; first += INVOICE_FIELDS.length) {
        const textOfField = (field: string) =>
          texts[(first + INVOICE_FIELDS.indexOf(field)) % texts.length] ?? "";
        const response = await post("/api/invoice", { ...createInvoiceWith(textOfField), items });
        const document = await response.text();
        assert.equal(response.status, 200, document);
        assert.deepEqual(await listMisdeeds(document, policy), []);
        assert.deepEqual(await listMisdeeds(document, undefined), []);
      }
    });
  });
});

/** Returns a text as a single-line member contains it. */
function toOneLine(text: string): string {
  return text
    .replace(/[\n\r\t\u2028\u2029]+/g, " ")
    .trim()
    .replace(/\s{2,}/g, " ");
}

/** Returns the lines that are not indented, without the caller's texts that they may contain. */
function listUnindented(contract: string, text: string): string[] {
  const lines = contract.split("\n").filter((line) => /^[^ ]/.test(line));
  return lines.map((line) => line.replaceAll(text, "…"));
}

function listTags(markup: string): string[] {
  return listElements(markup).map(({ tagName }) => tagName);
}

/** Asserts that a link is a plain address or an http(s) URL without user info. */
function assertSafe(href: string, text: string): void {
  const { protocol, username, password } = new URL(href);
  assert.ok(["mailto:", "http:", "https:"].includes(protocol), `${text} became ${href}`);
  assert.equal(username + password, "", `${text} became ${href}`);
  if (protocol === "mailto:") assert.doesNotMatch(href, /[?&%]/);
}
