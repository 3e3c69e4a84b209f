import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { findViolations } from "../support/axe.ts";
import { readShifts, recordPageShifts } from "../support/layout-shift.ts";
import { DEVICES, keepFeedback, type Pages, press, startPages } from "../support/pages.ts";

const API = "**/api/v1/einvoice-read*";

const ATTACHMENT = `<cac:AdditionalDocumentReference><cbc:ID>T-1</cbc:ID><cac:Attachment>
  <cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="time.csv">${Buffer.from("hours").toString("base64")}</cbc:EmbeddedDocumentBinaryObject>
  </cac:Attachment></cac:AdditionalDocumentReference>`;

/** Invoices by their file names, and the verdicts on them. */
const FILES: Record<string, [content: string, verdict: string]> = {
  "good.xml": [
    EXAMPLE.replace("<cac:AccountingSupplierParty>", `${ATTACHMENT}$&`),
    "Valid EN 16931",
  ],
  "bad.xml": [EXAMPLE.replace(">200.00</cbc:LineExt", ">201.00</cbc:LineExt"), "2 errors"],
  "other.xml": [EXAMPLE.replace("urn:cen.eu:en16931:2017", "urn:x"), "Not judged: urn:x"],
  "notes.xml": ["hello", "is not XML or PDF"],
};

const payloads = Object.entries(FILES).map(([name, [content]]) => ({
  name,
  mimeType: "text/xml",
  buffer: Buffer.from(content),
}));

const findRow = (page: Page, name: string) => page.locator(".invoice-file", { hasText: name });
const findVerdict = (page: Page) => page.locator(".verdict strong");

async function chooseFiles(page: Page, files = payloads): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles(files);
}

describe("page of the e-invoice reader", { skip: noBrowser, timeout: 400_000 }, () => {
  let pages: Pages;
  before(async () => (pages = await startPages({ OFFLINE: "true", LIMITS: "einvoice-read=1000" })));
  after(() => pages.stop());

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, each of several files has its verdict, and a chosen one its result`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/einvoice-read", context);
      await chooseFiles(page);
      for (const [name, [, verdict]] of Object.entries(FILES)) {
        await findRow(page, name).filter({ hasText: verdict }).waitFor();
      }
      await findVerdict(page).filter({ hasText: "Valid EN 16931" }).waitFor();
      await press(findRow(page, "bad.xml"));
      await findVerdict(page).filter({ hasText: "2 errors" }).waitFor();
      const row = page.getByRole("row", { name: "Lines 201.00 200.00" });
      await row.waitFor();
      const message = page.locator(".messages li").filter({ hasText: "BR-CO-10" });
      await press(message.locator("summary"));
      await message.locator("mark").filter({ hasText: "<cac:LegalMonetaryTotal>" }).waitFor();
      await page.locator(".readable dd", { hasText: "Studio Lindqvist" }).first().waitFor();
      assert.deepEqual(await findViolations(page), []);
      const width =
        "document.querySelector('.einvoice').scrollWidth - document.querySelector('.result').clientWidth";
      assert.ok((await page.evaluate<number>(width)) <= 0);
      // The browser reports the file that is refused.
      assert.deepEqual(
        said.filter((line) => !line.includes("422")),
        [],
      );
      await context.close();
    });
  }

  it("an attachment, the PDF and other formats are downloaded, and what a format lacks is named", async () => {
    const context = await pages.browser.newContext();
    await keepFeedback(context);
    const { page } = await pages.open("/tools/einvoice-read", context);
    const coded = EXAMPLE.replace("<cac:Acc", "<cbc:AccountingCost>K-7</cbc:AccountingCost>$&");
    const [good] = payloads;
    const second = { name: "cost.xml", mimeType: "text/xml", buffer: Buffer.from(coded) };
    await chooseFiles(page, good ? [good, second] : []);
    const download = async (name: string) => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      const file = await saved;
      return [file.suggestedFilename(), readFileSync(await file.path()).toString("latin1")];
    };
    assert.deepEqual(await download("Download time.csv"), ["time.csv", "hours"]);
    const [name, pdf] = await download("Download PDF");
    assert.deepEqual([name, pdf?.slice(0, 5)], ["R-1.pdf", "%PDF-"]);
    await findRow(page, "cost.xml").click();
    await page.getByText("Attachments").waitFor({ state: "detached" });
    await page.getByText("Download as").click();
    const [, cii] = await download("CII: download");
    assert.match(cii ?? "", /<rsm:CrossIndustryInvoice/);
    await page.getByRole("alert").filter({ hasText: "Downloaded without BT-19" }).waitFor();
    await context.close();
  });

  it("an empty form asks for a file or XML", async () => {
    const { page } = await pages.open("/tools/einvoice-read");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".failure", { hasText: /^\s*Choose a file or paste XML\.$/ }).waitFor();
    await page.close();
  });

  it("a received invoice begins a new one, with nothing sent before", async () => {
    const { page } = await pages.open("/tools/einvoice-read");
    await page.getByRole("link", { name: "Edit as a new invoice" }).click();
    await page.waitForURL(/\/tools\/invoice/);
    const number = page.getByLabel("Invoice number");
    await eventually(async () => assert.equal(await number.inputValue(), "R-1"));
    const sheet = page.frameLocator(".paper iframe");
    await sheet.getByText("Studio Lindqvist").first().waitFor();
    await sheet.getByText("€238.00").first().waitFor();
    await page.close();
  });

  it("with the keyboard alone, files are chosen, removed, and places opened", async () => {
    const { page } = await pages.open("/tools/einvoice-read");
    await chooseFiles(page);
    await findRow(page, "bad.xml").filter({ hasText: "2 errors" }).waitFor();
    await findRow(page, "bad.xml").focus();
    await page.keyboard.press("Enter");
    await findVerdict(page).filter({ hasText: "2 errors" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await findRow(page, "bad.xml").waitFor({ state: "detached" });
    await findVerdict(page).filter({ hasText: "Valid EN 16931" }).waitFor();
    await page.close();
  });

  it("a file can be canceled while the server is slow, and one over the limit waits its time", async () => {
    const { page } = await pages.open("/tools/einvoice-read");
    const held: Route[] = [];
    await page.route(API, (route) => void held.push(route));
    await chooseFiles(page, payloads.slice(0, 1));
    await page.getByRole("button", { name: "Cancel good.xml" }).click();
    await findRow(page, "good.xml").filter({ hasText: "Canceled" }).waitFor();
    await page.unroute(API);
    let refusals = 0;
    await page.route(API, (route) =>
      refusals++ === 0
        ? route.fulfill({ status: 429, headers: { "retry-after": "0" }, json: { error: "limit" } })
        : route.continue(),
    );
    await chooseFiles(page, payloads.slice(1, 2));
    await findRow(page, "bad.xml").filter({ hasText: "2 errors" }).waitFor();
    assert.ok(refusals > 1);
    await page.close();
  });

  it("on a phone, a slow Run and a whole invoice that arrives late move nothing in view", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 320, height: 700 } });
    const { page } = await pages.open("/tools/einvoice-read", context);
    await page.getByText("The whole invoice").click();
    await page.locator(".readable dt").first().waitFor();
    const slow = new EventEmitter();
    const released = once(slow, "release");
    await page.route(API, (route) => released.then(() => route.fallback()));
    await recordPageShifts(page);
    const opening = await readShifts(page);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.waitFor();
    slow.emit("release");
    await cancel.waitFor({ state: "detached" });
    await page.locator(".readable dt").first().waitFor();
    const moved = (await readShifts(page)) - opening;
    assert.ok(moved <= 0.02, String(moved));
    await context.close();
  });

  it("without a server, a file has no verdict and can be read again", async () => {
    const { page } = await pages.open("/tools/einvoice-read");
    await page.route(API, (route) => route.abort());
    await chooseFiles(page, payloads.slice(0, 1));
    await findRow(page, "good.xml").filter({ hasText: "The server did not respond" }).waitFor();
    await page.unroute(API);
    await chooseFiles(page, payloads.slice(1, 2));
    await findVerdict(page).filter({ hasText: "2 errors" }).waitFor();
    await findRow(page, "good.xml").click();
    await findVerdict(page).filter({ hasText: "Valid EN 16931" }).waitFor();
    await page.close();
  });
});
