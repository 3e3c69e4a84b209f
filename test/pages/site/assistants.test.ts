import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { connectTo } from "../../support/mcp.ts";
import { eventually } from "../../support/eventually.ts";
import { findViolationsOfSchemes } from "../support/axe.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

let pages: Pages;

const json = (value: object) => JSON.stringify(value, null, 2);

const readCode = (page: Page) => page.locator(".assistants pre").textContent();

const waitForCode = (page: Page, expected: string) =>
  eventually(async () => assert.equal(await readCode(page), expected));

/** Opens the page, and waits until its form answers. */
async function openForm(device?: keyof typeof DEVICES) {
  const context = await pages.browser.newContext(device === undefined ? {} : DEVICES[device]);
  const { page } = await pages.open("/docs", context);
  const assistant = page.getByRole("combobox", { name: "Assistant" });
  await eventually(async () => {
    await assistant.selectOption("cursor");
    assert.match((await readCode(page)) ?? "", /mcpServers/);
  });
  return {
    page,
    assistant,
    connection: page.getByRole("combobox", { name: "Connection" }),
    context,
  };
}

describe("the configuration of assistants in the docs", { skip: noBrowser }, () => {
  before(async () => (pages = await startPages({ OFFLINE: "true" })));
  after(() => pages.stop());

  it("each assistant has its configuration over HTTP and stdio", async () => {
    const { page, assistant, connection, context } = await openForm();
    const { url } = pages.server;
    const remote = `${url}/mcp?set=documents`;
    const started = { command: "sundry", args: ["mcp", "--set", "documents"] };
    const bridge = { command: "npx", args: ["-y", "mcp-remote", remote] };
    for (const set of ["Images", "Calculators", "Security", "Webhooks"])
      await page.getByLabel(set, { exact: true }).uncheck();
    for (const [id, http, stdio] of [
      [
        "claude-code",
        `claude mcp add --transport http sundry '${remote}'`,
        "claude mcp add sundry -- sundry mcp --set documents",
      ],
      [
        "claude-desktop",
        json({ mcpServers: { sundry: bridge } }),
        json({ mcpServers: { sundry: started } }),
      ],
      [
        "cursor",
        json({ mcpServers: { sundry: { url: remote } } }),
        json({ mcpServers: { sundry: started } }),
      ],
      [
        "vscode",
        json({ servers: { sundry: { type: "http", url: remote } } }),
        json({ servers: { sundry: { type: "stdio", ...started } } }),
      ],
      [
        "n8n",
        `Endpoint: ${remote}\nServer Transport: HTTP Streamable\nAuthentication: None`,
        "Command: sundry\nArguments: mcp --set documents",
      ],
    ] as const) {
      await assistant.selectOption(id);
      await connection.selectOption("http");
      await waitForCode(page, http);
      await connection.selectOption("stdio");
      await waitForCode(page, stdio);
    }
    await context.close();
  });

  it("the chosen tools are those that the server lists, with about as many tokens", async () => {
    const { page, assistant, context } = await openForm();
    const { url } = pages.server;
    await assistant.selectOption("claude-code");
    const check = async (query: string) => {
      await waitForCode(page, `claude mcp add --transport http sundry '${url}/mcp${query}'`);
      const { client } = await connectTo(url, "auto", "192.0.2.1", query);
      const { tools } = await client.listTools();
      await client.close();
      const text = (await page.locator(".assistants .tokens").textContent()) ?? "";
      const [, count, tokens = ""] = /^(\d+) tools?, about ([\d,]+) tokens/.exec(text) ?? [];
      assert.equal(Number(count), tools.length, text);
      const exact = encode(JSON.stringify(tools)).length;
      const estimate = Number(tokens.replace(",", ""));
      assert.ok(Math.abs(estimate - exact) <= 30 + exact / 8, `${estimate} for ${exact}`);
    };
    await check("");
    await page.getByLabel("Images", { exact: true }).uncheck();
    await check("?set=documents,security,calculators,webhooks");
    await page.getByLabel("QR code", { exact: true }).check();
    await check("?set=documents,security,calculators,webhooks&tools=qr");
    await page.getByLabel(/^Search mode/).check();
    await waitForCode(
      page,
      `claude mcp add --transport http sundry '${url}/mcp?set=documents,security,calculators,webhooks&tools=qr&mode=search'`,
    );
    assert.match((await page.locator(".assistants .tokens").textContent()) ?? "", /^3 tools/);
    await context.close();
  });

  it("the form is used with the keyboard, and asks for a tool when none is chosen", async () => {
    const { page, context } = await openForm("a desktop");
    await page.getByLabel("Documents", { exact: true }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    const documents = page.getByLabel("Documents", { exact: true });
    await eventually(async () =>
      assert.equal(await documents.evaluate((box: HTMLInputElement) => box.indeterminate), true),
    );
    for (const set of ["Documents", "Images", "Calculators", "Security", "Webhooks"]) {
      const box = page.getByLabel(set, { exact: true });
      await box.check();
      await box.uncheck();
    }
    await page.getByText("Choose at least one tool.").waitFor();
    await page.locator(".assistants pre").waitFor({ state: "hidden" });
    await context.close();
  });

  it("the form fits a phone, without violations of WCAG 2.2 AA in both schemes", async () => {
    const { page, context } = await openForm("a phone");
    const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
    assert.deepEqual(widths, [375, 375]);
    assert.deepEqual(await findViolationsOfSchemes(page), []);
    await context.close();
  });
});
