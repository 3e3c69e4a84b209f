import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { listZip } from "../../jobs/support/zip.ts";
import { noBrowser } from "../../support/browser.ts";
import { findViolationsOfSchemes } from "../support/axe.ts";
import { hydrated, type Pages, startPages } from "../support/pages.ts";

const LINKS = "Name,TEXT,extra\nAda,https://example.com/a,1\nBob,,2\nCy,https://example.com/c,3\n";

const ITEMS = `number\tto.name\titems[].description\titems[].quantity\titems[].rate
R-1\tAda\tDesign\t1\t100
R-2\tBob\tAdvice\t2\t50
R-1\tAda\tCode\t1\t200
`;

async function choose(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "", buffer });
}

async function download(page: Page): Promise<Buffer> {
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download (ZIP|CSV|PDF|NDJSON)$/ }).click();
  return readFile(await (await arriving).path());
}

describe("the page for many rows", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  let visitors = 0;
  before(async () => (pages = await startPages({ TRUST_PROXY: "1" })));
  after(() => pages.stop());

  async function open(path: string, options: BrowserContextOptions = {}) {
    const extraHTTPHeaders = { "x-forwarded-for": `192.0.2.${++visitors}` };
    const context = await pages.browser.newContext({ ...options, extraHTTPHeaders });
    return { context, ...(await pages.open(path, context)) };
  }

  it("a table becomes a ZIP, whose job a reload finds again", async () => {
    const { context, page, said } = await open("/tools/qr");
    await page.getByRole("link", { name: "Many at once" }).click();
    await choose(page, "links.csv", LINKS);
    await page.getByText("links.csv: 3 rows").waitFor();
    assert.equal(await page.getByLabel("TEXT", { exact: true }).inputValue(), "text");
    assert.equal(await page.getByLabel("extra").inputValue(), "");
    await page.getByRole("img", { name: "Result of row 3" }).waitFor();
    await page.getByText("Row 2: text is required unless content is set").waitFor();
    await page.getByLabel("File names").fill("{Name}");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("3 of 3 rows, 1 failed").waitFor();
    const failed = page.getByRole("list", { name: "Failed rows" });
    await failed.getByText("Row 2: text is required unless content is set").waitFor();
    const names = listZip(await download(page)).map(({ name }) => name);
    assert.deepEqual(names, ["Ada.svg", "Cy.svg", "results.csv"]);
    await page.reload();
    await page.getByText("3 of 3 rows, 1 failed").waitFor();
    await page.getByRole("link", { name: "Download ZIP" }).waitFor();
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a file that is chosen, and rows that are pasted, before the page answers are read", async () => {
    const loaded = new EventEmitter();
    const { context, page } = await open("/tools/qr");
    for (const [name, fill] of [
      ["links.csv", () => choose(page, "links.csv", LINKS)],
      ["Pasted rows", () => page.getByLabel("Or paste rows").fill(LINKS)],
    ] as const) {
      const released = once(loaded, "release");
      await context.route("**/assets/*.js", (route) => released.then(() => route.continue()));
      await page.goto(`${pages.server.url}/tools/qr/many`, { waitUntil: "commit" });
      await fill();
      loaded.emit("release");
      await page.getByText(`${name}: 3 rows`).waitFor();
      await context.unroute("**/assets/*.js");
    }
    await context.close();
  });

  it("pasted rows are mapped and grouped, and the form's values fill the others", async () => {
    const { context, page } = await open("/tools/invoice");
    await page.evaluate(`localStorage.setItem("sundry:form:invoice", "from.name=Studio")`);
    await page.getByRole("link", { name: "Mail merge" }).click();
    await page.waitForURL(/\/many$/);
    await hydrated(page);
    await page.getByLabel("Or paste rows").fill(ITEMS);
    await page.getByLabel("Or paste rows").press("Tab");
    await page.getByText("Pasted rows: 3 rows").waitFor();
    await page.getByLabel("number", { exact: true }).selectOption("invoiceNumber");
    await page.getByLabel("One input for each").selectOption("number");
    await page.getByLabel("Output").selectOption("pdf");
    await page.getByText("Row 2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("2 of 2 rows").waitFor();
    const pdf = await download(page);
    assert.match(pdf.toString("latin1", 0, 8), /^%PDF-/);
    await context.close();
  });

  it("a table of 100,000 rows is counted while the page stays usable", async () => {
    const { context, page } = await open("/tools/hash/many");
    await choose(page, "many.csv", `text\n${"some text of a row\n".repeat(100_000)}`);
    await page.getByLabel("Or paste rows").fill("still usable");
    await page.getByText("many.csv: 100,000 rows").waitFor();
    await context.close();
  });

  it("the first failed rows of a table and of lines are listed, and the others counted", async () => {
    const { context, page } = await open("/tools/hash/many");
    await choose(page, "rows.csv", `text,algorithm\na,md5\n${"ö,none\n".repeat(22)}`);
    for (const output of ["csv", "ndjson"]) {
      await page.getByLabel("Output").selectOption(output);
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByRole("link", { name: `Download ${output.toUpperCase()}` }).waitFor();
      const failed = page.getByRole("list", { name: "Failed rows" }).getByRole("listitem");
      await failed.nth(19).waitFor();
      assert.match((await failed.nth(19).textContent()) ?? "", /^Row 21: algorithm must be/);
      assert.equal(await failed.count(), 20);
      await page.getByText("And 2 more. The file has the error of each failed row.").waitFor();
    }
    await context.close();
  });

  it("a running job can be canceled", async () => {
    const { context, page } = await open("/tools/pdf/many");
    // Far more than the 30 rows a minute at which it runs.
    await choose(page, "rows.ndjson", '{"markdown":"# Hello"}\n'.repeat(500));
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText(/of 500 rows/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    await context.close();
  });

  it("a server without jobs runs a batch instead", async () => {
    const { context, page } = await open("/tools/qr/many");
    const refused = { status: 403, json: { error: "Jobs are off." } };
    await page.route("**/api/v1/jobs/**", (route) => route.fulfill(refused));
    await choose(page, "links.csv", LINKS);
    // The first results would move what is pressed below them.
    await page.getByRole("img", { name: "Result of row 3" }).waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download", exact: true }).click();
    const zip = await readFile(await (await arriving).path());
    assert.equal(listZip(zip).length, 3);
    await context.close();
  });

  it("explains the faults of a file, and of a table", async () => {
    const { context, page } = await open("/tools/hash/many");
    await choose(page, "rows.json", "{");
    await page.getByText("The file is not valid JSON.").waitFor();
    await choose(page, "rows.csv", "text,text\na,b\n");
    await page.getByText('column "text" is there twice').waitFor();
    await choose(page, "rows.csv", 'text\n"a\n');
    await page.getByText("row 1 has a quote that does not end").waitFor();
    await context.close();
  });

  for (const width of [375, 768, 1440]) {
    it(`has no violation and no sideways scrolling at ${width} px`, async () => {
      const { context, page } = await open("/tools/qr/many", { viewport: { width, height: 800 } });
      await choose(page, "links.csv", LINKS);
      await page.getByRole("img", { name: "Result of row 3" }).waitFor();
      assert.deepEqual(await findViolationsOfSchemes(page), []);
      const scrollWidth = await page.evaluate("document.documentElement.scrollWidth");
      assert.ok(Number(scrollWidth) <= width, String(scrollWidth));
      await context.close();
    });
  }
});
