import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type CaseFile, runCase } from "./run-case.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

const folder = join(root, "test", "cases");
/** Files of another shape, which have tests of their own. */
const OTHERS = new Set([
  "access.json",
  "webhook.json",
  "webhook-signature.json",
  "carbon.json",
  "hostile-urls.json",
  "currency.json",
  "batch.json",
  "mcp.json",
  "mcp-tasks.json",
  "operations.json",
  "labels.json",
  "label-sheets.json",
]);

describe("worked examples over HTTP", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  for (const name of readdirSync(folder).filter((file) => !OTHERS.has(file))) {
    const file = JSON.parse(readFileSync(join(folder, name), "utf8")) as CaseFile;
    for (const example of file.cases) {
      it(`the response equals the worked example "${example.name}" of ${name}`, async () => {
        await runCase(server.url, file, example);
      });
    }
  }
});
