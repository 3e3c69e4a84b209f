import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { parse } from "yaml";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { BUSINESS_CASES } from "../documents/support/invoices.ts";
import { findSkipReason } from "../support/needs.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

const run = promisify(execFile);

/**
 * Commands that need the network, never end, or need the published package, which other tests
 * install.
 */
const NOT_HERE = /carbon-footprint|curl -sN|^npx |^npm |^docker /;

/** Files that commands write, with the beginning of each file. */
const FILES: Record<string, RegExp> = {
  "code.png": /^\u0089PNG/,
  "code.svg": /^<svg/,
  "ean.svg": /^<svg/,
  "hello.pdf": /^%PDF-1\.7/,
  "invoice.html": /^<!doctype html>/i,
  "invoice.pdf": /^%PDF-1\.7/,
};

interface Example {
  command: string;
  /** The comment below the command; empty when it has none. */
  shown: string;
}

/** Returns the commands of the README's shell blocks, each with its documented response. */
async function readExamples(): Promise<Example[]> {
  const text = await readFile(join(root, "README.md"), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block.split(/^(?=(?:curl|npx|npm|docker) )/m).map((part) => {
      const lines = part.trimEnd().split("\n");
      const code = lines.filter((line) => !line.startsWith("#"));
      const comments = lines.filter((line) => line.startsWith("#"));
      return {
        command: code.join("\n"),
        shown: comments.map((line) => line.slice(1).trim()).join(" "),
      };
    }),
  );
}

describe(
  "the README's commands in an empty folder",
  { skip: findSkipReason("curl --version") },
  () => {
    let folder: string;
    let server: RunningServer;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "sundry-readme-"));
      server = await startServer({ OFFLINE: "true" });
      // The file that the e-invoice reader's command is about.
      const url = `${server.url}/api/v1/invoice?format=factur-x`;
      const received = await postJson(url, BUSINESS_CASES["one rate"]);
      await writeFile(join(folder, "invoice.pdf"), Buffer.from(await received.arrayBuffer()));
    });
    after(async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    });

    it("the README's commands respond as they show", async () => {
      const examples = (await readExamples()).filter(({ command }) => !NOT_HERE.test(command));
      assert.ok(examples.length >= 13, `found ${examples.length} commands`);
      for (const { command, shown } of examples) {
        const here = command.replace("localhost:3000", new URL(server.url).host);
        const { stdout } = await run("sh", ["-ec", here.replace("curl -s", "curl -sf")], {
          cwd: folder,
        });
        // Compares the common part of a response that is random or shortened.
        if (shown.includes("…"))
          assert.ok(stdout.startsWith(shown.split("…", 1)[0] ?? ""), command);
        else if (shown.includes("passwords")) assert.deepEqual(listKeys(stdout), listKeys(shown));
        else if (shown !== "") assert.deepEqual(JSON.parse(stdout), JSON.parse(shown), command);
      }
      assert.deepEqual((await readdir(folder)).toSorted(), Object.keys(FILES).toSorted());
      for (const [file, start] of Object.entries(FILES)) {
        assert.match(await readFile(join(folder, file), "latin1"), start, file);
      }
    });
  },
);

it("the commands of examples/github-actions.yml make the files that it uploads", async (test) => {
  const folder = await mkdtemp(join(tmpdir(), "sundry-workflow-"));
  test.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src", "index.ts"), "export const answer = 42;\n");
  const item = { description: "Design", quantity: 1, rate: 85 };
  const invoice = { from: { name: "Ada" }, to: { name: "Grace" }, items: [item] };
  await writeFile(join(folder, "invoice.json"), JSON.stringify(invoice));
  await mkdir(join(folder, "invoices"));
  await writeFile(join(folder, "invoices", "good.xml"), EXAMPLE);
  const workflow = parse(await readFile(join(root, "examples", "github-actions.yml"), "utf8")) as {
    jobs: Record<string, { steps: { run?: string; with?: { path?: string } }[] }>;
  };
  for (const { steps } of Object.values(workflow.jobs)) {
    const [command = ""] = steps.flatMap((step) => step.run ?? []);
    await runStep(command, folder);
    const [path = ""] = steps.flatMap((step) => step.with?.path ?? []);
    assert.match(
      await readFile(join(folder, path), "latin1"),
      /^(\u0089PNG|%PDF|{"file")/,
      command,
    );
  }
  const [check = ""] = workflow.jobs["einvoices"]?.steps.flatMap((step) => step.run ?? []) ?? [];
  await writeFile(join(folder, "invoices", "warning.xml"), DOUBTFUL);
  await assert.rejects(async () => runStep(check, folder), { code: 1 });
  assert.match(await readFile(join(folder, "report.jsonl"), "utf8"), /"warning":1/);
});

/** An invoice with a warning. */
const DOUBTFUL = EXAMPLE.replace("</cbc:ID>", "$&<cbc:UUID>1</cbc:UUID>");

/** Runs the command of a workflow's step in a folder. */
function runStep(command: string, folder: string) {
  const sundry = `'${process.execPath}' '${join(root, "dist", "bundle", "sundry.js")}'`;
  const here = command.replace(/^npx --yes \.\/tools\/sundry-\S+\.tgz/, sundry);
  return run("sh", ["-ec", here], { cwd: folder });
}

function listKeys(json: string): string[] {
  return Object.keys(JSON.parse(json) as object);
}
