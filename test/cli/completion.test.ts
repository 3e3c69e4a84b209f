import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { command, runProgram, runSundry } from "../support/cli.ts";
import { findSkipReason } from "../support/needs.ts";
import { root } from "../support/server.ts";

/** Starts each shell on a terminal without the user's settings, and loads the script. */
const SHELLS = {
  bash: ["bash --norc -i", "source <(sundry completion bash)"],
  zsh: ["zsh -f -i", 'autoload -Uz compinit; compinit -u -D; eval "$(sundry completion zsh)"'],
  fish: ["fish --no-config -i", "sundry completion fish | source"],
} as const;

/** Longest wait for the next output of a shell on a busy machine, in milliseconds. */
const PATIENCE_MS = 30_000;

const ERASE_LINE = "\u0015";
const INTERRUPT = "\u0003";

describe("completion by the Tab key", { skip: findSkipReason("script --version") }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-tab-"));
    const program = `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`;
    await writeFile(join(folder, "sundry"), program, { mode: 0o755 });
  });
  after(() => rm(folder, { recursive: true }));

  for (const [name, [shell, setup]] of Object.entries(SHELLS)) {
    it(
      `the Tab key completes commands, flags and their negations in ${name}`,
      {
        skip: findSkipReason(`${name} --version`),
      },
      async () => {
        const PATH = [folder, process.env["PATH"]].join(delimiter);
        const env = { ...process.env, TERM: "dumb", PATH };
        const child = spawn("script", ["-qec", shell, "/dev/null"], { env });
        let printed = "";
        child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
        const waitForText = async (text: RegExp) => {
          const signal = AbortSignal.timeout(PATIENCE_MS);
          while (!text.test(printed)) await once(child.stdout, "data", { signal });
        };
        try {
          child.stdin.write(`${setup}; echo REA''DY\n`);
          await waitForText(/READY/);
          for (const [typed, completed] of [
            ["sundry inbox wai", /sundry inbox wait/],
            ["sundry hash --alg", /--algorithm/],
            ["sundry password --no-upp", /--no-uppercase/],
            ["sundry meeting-c", /meeting-cost/],
            ["sundry batch carb", /batch carbon-footprint/],
          ] as const) {
            child.stdin.write(`${ERASE_LINE}${typed}\t`);
            await waitForText(completed);
          }
        } finally {
          child.stdin.end(`${INTERRUPT}\nexit\n`);
          child.kill();
          await once(child, "close");
        }
      },
    );
  }
});

describe("the manual page", () => {
  it(
    "the manual page names every command and formats without a warning",
    {
      skip: findSkipReason("groff --version"),
    },
    async () => {
      const page = join(root, "dist", "bundle", "sundry.1");
      const { text, complaint } = await runProgram("groff", [
        "-K",
        "utf8",
        "-man",
        "-ww",
        "-Tutf8",
        // Disables bold and underlined text, which would insert characters between the letters.
        "-P-cbu",
        page,
      ]);
      assert.equal(complaint, "");
      const help = (await runSundry(["--help"])).text;
      const tools = [...help.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name = ""]) => name);
      assert.ok(tools.length > 10);
      const plain = text.replaceAll("‐", "-");
      assert.match(plain, /^INBOX[^]+--skip-failed/m);
      assert.deepEqual(
        tools.filter((name) => !plain.includes(name.toUpperCase())),
        [],
      );
    },
  );
});
