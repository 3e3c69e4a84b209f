import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseArguments } from "#src/cli/arguments.js";
import { createCommandContext } from "#src/cli/context.js";
import { runLocally, runRemotely } from "#src/cli/tool/run.js";
import type { ClosableContext } from "#src/context.js";
import type { SchemaNode } from "#src/lib/schema.js";
import type { Tool, ToolReply } from "#src/tools/define.js";
import codeImageTool from "#src/tools/code-image/tool.js";
import { tools } from "#src/tools/index.js";
import { BUSINESS_CASES } from "../documents/support/invoices.ts";
import { writeXml } from "../documents/support/write.ts";
import { drawHighlighted } from "../support/code-image.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const ATTACHMENT = `<cac:AdditionalDocumentReference><cbc:ID>T-1</cbc:ID><cac:Attachment>
  <cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="time.csv">aG91cnMK</cbc:EmbeddedDocumentBinaryObject>
  </cac:Attachment></cac:AdditionalDocumentReference>`;

const REQUEST = BUSINESS_CASES["one rate"] ?? {};
const XML = writeXml(REQUEST, "xrechnung");

/** Members that every format of a tool accepts, where its example lacks some. */
const INPUTS: Readonly<Record<string, object>> = {
  invoice: REQUEST,
  "einvoice-read": { xml: XML.replace("<cac:AccountingSupplierParty>", `${ATTACHMENT}$&`) },
  labels: { sheet: "roll-57x32mm" },
  pdf: { date: "2026-03-02" },
};

/** Tools whose results differ with each call, or come from the network. */
const EXCLUDED = /^(password|carbon-footprint)/;

/** Returns the arguments of a command for each format of a tool, as a file and as JSON. */
function listArguments({ input, query }: Tool): string[][] {
  const format: SchemaNode = query?.properties["format"] ?? input.properties["format"] ?? {};
  const files = [[], ...(format.enum ?? []).map((name) => ["--format", name])];
  return files.flatMap((words) => [words, [...words, "--json"]]);
}

/** Returns what a command writes. */
function toBytes({ body }: ToolReply): Buffer {
  const isBytes = typeof body === "string" || body instanceof Uint8Array;
  return Buffer.from(isBytes ? body : JSON.stringify(body, null, 2));
}

/** Compares the beginning of two files that contain the time at which they were made. */
function startsAlike(one: Buffer, other: Buffer): boolean {
  return one.subarray(0, 4).equals(other.subarray(0, 4));
}

describe("sundry TOOL --server", () => {
  let server: RunningServer;
  let context: ClosableContext;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
    await drawHighlighted(server.url, codeImageTool.example);
    context = createCommandContext();
  });
  after(async () => {
    await context.close();
    await server.stop();
  });

  for (const tool of tools.filter(({ name }) => !EXCLUDED.test(name))) {
    it(`sundry ${tool.name} writes the same bytes with a server as without, in every format`, async () => {
      for (const words of listArguments(tool)) {
        const args = parseArguments(tool, words);
        args.input = { ...tool.example, ...INPUTS[tool.name], ...args.input };
        const local = toBytes(await runLocally(tool, args, context));
        const remote = toBytes(await runRemotely(tool, args, server.url));
        const isSame = words.includes("docx") ? startsAlike(local, remote) : local.equals(remote);
        assert.ok(isSame, `${words.join(" ")}: ${local.subarray(0, 60).toString()}`);
      }
    });
  }
});
