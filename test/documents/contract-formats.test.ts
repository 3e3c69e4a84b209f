import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { marked, type Token } from "marked";
import { compileInput } from "#src/lib/input/input.js";
import { renderPdf } from "#src/pdf/render.js";
import { buildContract } from "#src/tools/contract-generator/contract.js";
import runWriteDocxTask from "#src/tools/contract-generator/formats/docx/write-docx-task.js";
import { writeMarkdown } from "#src/tools/contract-generator/formats/markdown.js";
import { writePage } from "#src/tools/contract-generator/formats/html.js";
import { toContractDocument } from "#src/tools/contract-generator/formats/pdf/pdf-document.js";
import { createDocumentPresentation } from "#src/tools/contract-generator/presentation.js";
import { ContractInput } from "#src/tools/contract-generator/schema.js";
import { resolveTerms } from "#src/tools/contract-generator/terms.js";
import type { Contract, DocumentOptions } from "#src/tools/contract-generator/contract-model.js";
import { runSundry } from "../support/cli.ts";
import { CONTRACT_VIEWS } from "./support/document-views.ts";
import { HOSTILE } from "../support/hostile-strings.ts";
import { listElements, getText } from "./support/markup.ts";
import { connectTo } from "../support/mcp.ts";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { readPages } from "./support/pdf.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

import { unpackDocx } from "./support/docx.ts";

const parse = compileInput(ContractInput);
const OPTIONS: DocumentOptions = { hasNotice: true, pageSize: "A4", date: "2026-03-02" };
const PATH = "/api/v1/contract-generator";
const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const EVERYTHING = CONTRACT_VIEWS["web-development"] ?? {};
const LEAST = CONTRACT_VIEWS["least"] ?? {};

/** Skipped without LibreOffice even with CI set, because it takes half a gigabyte. */
const noLibreOffice =
  spawnSync("soffice", ["--version"]).status === 0 ? false : "needs libreoffice-writer-nogui";

function build(request: object): Contract {
  const parsed = parse(request);
  return buildContract(parsed.type, resolveTerms(parsed), createDocumentPresentation(parsed));
}

const listHeadings = ({ sections, signatures }: Contract) =>
  [...sections, signatures].map(({ number, heading }) => `${number}. ${heading}`);

/** Returns an agreement with one text in every field that takes any text. */
function withText(text: string): object {
  const party = { name: text, address: text, email: text };
  return {
    type: "web-development",
    freelancer: party,
    client: party,
    project: { title: text, description: `${text}\n${text}`, deliverables: [text, text] },
    payment: { amount: 100 },
    clauses: { governingState: text },
  };
}

function render(request: object, options = OPTIONS): Uint8Array {
  return renderPdf(toContractDocument(build(request), options)).bytes;
}

async function readAllText(bytes: Uint8Array): Promise<string> {
  return (await readPages(bytes)).flat().join("\n");
}

describe("the PDF of a contract", () => {
  it(
    "a contract's PDF conforms to PDF/A-3a and PDF/UA-1",
    { skip: findSkipReason("qpdf --version") },
    () => {
      for (const request of Object.values(CONTRACT_VIEWS)) {
        assert.deepEqual(checkConformance(render(request)), []);
      }
    },
  );

  it("a contract's PDF has the same bytes every time", () => {
    assert.ok(Buffer.from(render(EVERYTHING)).equals(Buffer.from(render(EVERYTHING))));
  });

  it("a contract's PDF has every heading, and never as the last line of a page", async () => {
    for (const request of Object.values(CONTRACT_VIEWS)) {
      const contract = build(request);
      const headings = new Set(listHeadings(contract));
      const pages = await readPages(render(request));
      const lines = new Set(pages.flat().map((line) => line.replace(/\s+/g, " ")));
      for (const heading of headings) assert.ok(lines.has(heading), heading);
      for (const page of pages) {
        const [footer = "", last = ""] = page.toReversed();
        assert.match(footer, /Page \d+ of \d+$/);
        assert.ok(!headings.has(last.replace(/\s+/g, " ")), last);
      }
    }
  });

  it("a contract's PDF keeps the signatures together, on a page with terms, whatever the length", async () => {
    for (let lines = 1; lines <= 40; lines += 3) {
      const description = Array.from({ length: lines }, (_, index) => `Line ${index}`).join("\n");
      const project = { title: "Shop", description };
      const pages = await readPages(render({ ...LEAST, project }));
      const last = pages.at(-1) ?? [];
      const start = last.findIndex((line) => /^\d+\.\s+Signatures$/.test(line));
      assert.ok(start > 0, `${lines} lines: signatures begin at line ${start}`);
      const block = last.slice(start).join("\n");
      assert.match(block, /Freelancer Client\nAda Bob\nSignature Signature\n[^]*\nDate Date\n/);
    }
  });

  it("a contract's PDF omits the notice on request", async () => {
    assert.match(await readAllText(render(LEAST)), /not legal advice/);
    const bare = render(LEAST, { ...OPTIONS, hasNotice: false });
    assert.doesNotMatch(await readAllText(bare), /not legal advice/);
  });
});

function listTags(text: string): string[] {
  return listElements(writePage(build(withText(text)), OPTIONS)).map(({ tagName }) => tagName);
}

describe("the HTML of a contract", () => {
  it("a contract's HTML has the headings in order and no script, link or address to load", () => {
    const contract = build(EVERYTHING);
    const elements = listElements(writePage(contract, OPTIONS));
    const headings = elements.filter(({ tagName }) => tagName === "h2").map(getText);
    assert.deepEqual(headings, ["Key terms", ...listHeadings(contract)]);
    for (const { tagName, attrs } of elements) {
      assert.ok(!["script", "link", "img", "a", "iframe"].includes(tagName), tagName);
      assert.ok(!attrs.some(({ name }) => /^on|src|href/.test(name)));
    }
  });

  it("a contract's HTML shows hostile text as text", () => {
    const expected = listTags("plain");
    for (const text of HOSTILE) assert.deepEqual(listTags(text), expected, text);
  });
});

/** Returns the tokens of a Markdown text at any depth. */
function* listTokens(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if ("tokens" in token) yield* listTokens(token.tokens ?? []);
    if (token.type === "list") yield* listTokens((token as { items: Token[] }).items);
  }
}

function parseMarkdown(request: object): Token[] {
  return [...listTokens(marked.lexer(writeMarkdown(build(request), OPTIONS), { gfm: false }))];
}

function readStructure(text: string): string[] {
  return parseMarkdown(withText(text))
    .map(({ type }) => type)
    .filter((type) => type !== "text" && type !== "escape");
}

describe("the Markdown of a contract", () => {
  it("a contract's Markdown renders the headings in order", () => {
    const headings = parseMarkdown(EVERYTHING).filter(({ type }) => type === "heading");
    assert.deepEqual(
      headings.map((token) => (token as { text: string }).text),
      ["Web Development Agreement", "Key terms", ...listHeadings(build(EVERYTHING))],
    );
  });

  it("a contract's Markdown shows hostile text as text", () => {
    const expected = readStructure("plain");
    const markdown = [
      "# a",
      "- a",
      "+ a",
      "1. a",
      "1) a",
      "> a",
      "---",
      "===",
      "***",
      "```",
      "~~~",
    ];
    const inline = ["*a*", "__a__", "`a`", "[a](b)", "![a](b)", "<b>", "<http://a>", "&lt;", "a\\"];
    const links = ["[a]: http://b", "| a | b |", "    a", "\\", "a  ", "http://a.example", "_a_"];
    for (const text of [...markdown, ...inline, ...links, ...HOSTILE]) {
      assert.deepEqual(readStructure(text), expected, text);
    }
  });

  it("a contract's Markdown shows the same characters that were sent", () => {
    const text = "a*b_c`d[e]<f>&lt;|~$!#1. \\ 100% www.a.example http://b.example";
    const html = marked.parse(writeMarkdown(build(withText(text)), OPTIONS), { async: false });
    const shown = listElements(html).find(({ tagName }) => tagName === "body");
    // Parties 2, key terms 7, clauses 4, description 2, deliverables 2, signatures 2.
    assert.equal(shown && getText(shown).split(text).length - 1, 19);
  });
});

describe(
  "the DOCX of a contract",
  { skip: findSkipReason("unzip -v") || findSkipReason("xmllint --version") },
  () => {
    it("a contract's DOCX is well-formed, with heading styles, numbers, tables and page fields", async () => {
      const contract = build(EVERYTHING);
      const { read, close } = unpackDocx(await runWriteDocxTask({ contract, options: OPTIONS }));
      const body = read("word/document.xml");
      const count = (pattern: RegExp) => body.match(pattern)?.length;
      assert.equal(count(/<w:pStyle w:val="Title"\/>/g), 1);
      assert.equal(count(/<w:pStyle w:val="Heading1"\/>/g), contract.sections.length + 2);
      assert.equal(
        count(/<w:ilvl w:val="1"\/>/g),
        contract.sections.flatMap((one) => one.clauses).length,
      );
      assert.equal(count(/<w:tbl>/g), 2);
      assert.match(read("word/footer1.xml"), />PAGE<[^]*>NUMPAGES</);
      assert.match(read("word/numbering.xml"), /w:lvlText w:val="%1\.%2"/);
      close();
    });

    it(
      "a contract's DOCX opens in LibreOffice, with every heading",
      { skip: noLibreOffice },
      async () => {
        const contract = build(EVERYTHING);
        const folder = mkdtempSync(join(tmpdir(), "sundry-docx-"));
        const file = join(folder, "a.docx");
        writeFileSync(file, await runWriteDocxTask({ contract, options: OPTIONS }));
        const profile = `-env:UserInstallation=file://${folder}/profile`;
        const words = [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, file];
        const { stderr } = spawnSync("soffice", words, { encoding: "utf8" });
        const text = await readAllText(readFileSync(join(folder, "a.pdf")));
        rmSync(folder, { recursive: true });
        for (const heading of listHeadings(contract))
          assert.ok(text.includes(heading), heading + stderr);
      },
    );

    it("a contract's DOCX shows hostile text as text", async () => {
      for (const text of [...HOSTILE.slice(0, 12), "a\uffffb", "x".repeat(100)]) {
        const contract = build(withText(text));
        const { read, close } = unpackDocx(await runWriteDocxTask({ contract, options: OPTIONS }));
        assert.ok(read("word/document.xml").length > 0, text);
        close();
      }
    });
  },
);

describe(`POST ${PATH}`, () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  const post = (query: string, request: object, accept?: string) =>
    postJson(server.url + PATH + query, request, {
      ...createCaller(),
      ...(accept !== undefined && { accept }),
    });

  it("a contract is returned in each format by query and by Accept", async () => {
    const types = {
      html: "text/html; charset=utf-8",
      markdown: "text/markdown; charset=utf-8",
      docx: DOCX_TYPE,
      pdf: "application/pdf",
    };
    for (const [format, type] of Object.entries(types)) {
      for (const response of [
        await post(`?format=${format.toUpperCase()}`, LEAST),
        await post("", LEAST, type.split(";", 1)[0]),
      ]) {
        assert.deepEqual([response.status, response.headers.get("content-type")], [200, type]);
        assert.match(
          response.headers.get("content-disposition") ?? "",
          /"Service Agreement - Advice\./,
        );
        assert.equal(response.headers.get("cache-control"), "no-store");
        await response.arrayBuffer();
      }
    }
  });

  it("a contract is JSON by default, whatever `notice` is", async () => {
    const usual = await (await post("", LEAST)).text();
    for (const accept of [
      "*/*",
      "application/json",
      "application/json, text/plain, */*",
      "image/png",
    ]) {
      assert.equal(await (await post("", { ...LEAST, notice: false }, accept)).text(), usual);
    }
    assert.equal(await (await post("?format=json", LEAST, "application/pdf")).text(), usual);
  });

  it("the Content-Security-Policy of a contract's HTML lets nothing run", async () => {
    const response = await post("?format=html", withText("<script>alert(1)</script>"));
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox/);
    assert.doesNotMatch(await response.text(), /<script/);
  });

  it("a contract formats dates by locale", async () => {
    const project = { title: "Shop", startDate: "2026-03-01" };
    const markdown = async (locale?: string) =>
      (await post("?format=markdown", { ...LEAST, project, locale })).text();
    assert.match(await markdown(), /Start:\*\* March 1, 2026\n/);
    assert.match(await markdown("en_gb"), /begin on 1 March 2026\./);
    assert.match(await markdown("de"), /begin on 1\. März 2026\./);
    const json = async (locale?: string) => (await post("", { ...LEAST, project, locale })).text();
    assert.match(await json(), /begin on 2026-03-01\./);
    assert.match(await json("fr"), /begin on 1 mars 2026\./);
    const refused = await post("", { ...LEAST, locale: "not a tag" });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /locale must be a language tag such as en-GB/);
  });

  it("a contract in an unknown format is rejected", async () => {
    const response = await post("?format=odt", LEAST);
    assert.equal(response.status, 422);
    assert.match(await response.text(), /format must be one of json, html, markdown, docx, pdf/);
  });

  it("the command line and MCP make the same Markdown and PDF", async () => {
    const markdown = await (await post("?format=markdown", LEAST)).text();
    const text = JSON.stringify(LEAST);
    const here = await runSundry(["contract-generator", "--format", "markdown"], text);
    assert.equal(here.text.trim(), markdown.trim());
    const there = await runSundry(
      ["contract-generator", "--format", "markdown", "--url", server.url],
      text,
    );
    assert.equal(there.text.trim(), markdown.trim());
    const json = await runSundry(["contract-generator", "--url", server.url], text);
    assert.match(json.text, /SERVICE AGREEMENT/);
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.250");
    const result = (await call("contract-generator", { ...LEAST, format: "pdf" })) as unknown as {
      content: [{ type: string; resource: { uri: string; mimeType: string } }];
    };
    const [{ type, resource }] = result.content;
    assert.deepEqual([type, resource.mimeType], ["resource", "application/pdf"]);
    await client.close();
  });
});
