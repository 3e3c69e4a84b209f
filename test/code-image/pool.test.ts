import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { UnavailableError } from "#src/lib/errors.js";
import type { RenderResult, CodeImageOptions } from "#src/tools/code-image/renderer.js";
import { createRenderer } from "#src/tools/code-image/pool.js";
import { PICTURE as AS_ASKED } from "./samples.ts";

const PICTURE: CodeImageOptions = { ...AS_ASKED, scale: 1 };

const PLAIN: CodeImageOptions = { ...PICTURE, language: "plaintext" };

/** Lines just short enough to be highlighted, of a character on which the grammar backtracks. */
function createHostile(language: string, pattern: string): CodeImageOptions {
  const line = pattern.repeat(998).slice(0, 998);
  return { ...PICTURE, language, code: `${line}\n`.repeat(5).slice(0, 4999) };
}

function getOutcome(drawing: RenderResult): string {
  return drawing.kind === "drawn" ? (drawing.reason ?? drawing.language) : drawing.kind;
}

test("a job past the deadline is drawn as plain text while other jobs continue [slow]", async () => {
  // The slow drawing takes several seconds of processor time, each other one a hundredth of a
  // second once a worker is warm.
  const renderer = createRenderer({ workers: 2, deadlineMs: 600 });
  try {
    await Promise.all([renderer.draw(PLAIN), renderer.draw(PLAIN)]);
    const finished: string[] = [];
    const slow = (async () => {
      finished.push(getOutcome(await renderer.draw(createHostile("php", "$"))));
    })();
    for (let other = 0; other < 3; other++) finished.push(getOutcome(await renderer.draw(PLAIN)));
    await slow;
    assert.deepEqual(finished, ["plaintext", "plaintext", "plaintext", "timeout"]);
  } finally {
    await renderer.close();
  }
});

test("start-up and grammar loading do not count toward the deadline", async () => {
  // Starting and loading C++'s grammar take about as long as this; drawing one word takes a
  // hundredth of it.
  const renderer = createRenderer({ workers: 1, deadlineMs: 1000 });
  try {
    assert.equal(
      getOutcome(await renderer.draw({ ...PICTURE, language: "cpp", code: "x" })),
      "cpp",
    );
  } finally {
    await renderer.close();
  }
});

test("plain text is rejected with 503 after the start-up timeout", async () => {
  const renderer = createRenderer({ workers: 1, deadlineMs: 0 });
  const impatient = createRenderer({ workers: 1, startupTimeoutMs: 0 });
  try {
    assert.equal(getOutcome(await renderer.draw(PLAIN)), "plaintext");
    await assert.rejects(impatient.draw(PLAIN), { name: "UnavailableError", kind: "overloaded" });
    await assert.rejects(impatient.draw(PICTURE), { name: "UnavailableError", kind: "overloaded" });
  } finally {
    await renderer.close();
    await impatient.close();
  }
});

test("the pool recovers after terminating every worker [slow]", async () => {
  const renderer = createRenderer({ workers: 1, deadlineMs: 300 });
  try {
    assert.equal(getOutcome(await renderer.draw(createHostile("php", "$"))), "timeout");
    assert.equal(getOutcome(await renderer.draw(createHostile("php", "$"))), "timeout");
    assert.equal(getOutcome(await renderer.draw(PLAIN)), "plaintext");
  } finally {
    await renderer.close();
  }
});

test("a full queue rejects jobs, and close rejects queued jobs", async () => {
  const renderer = createRenderer({ workers: 1, maxQueued: 2 });
  const busy = { name: "UnavailableError", kind: "overloaded" };
  const drawings = Array.from({ length: 3 }, () => renderer.draw(PICTURE));
  const closed = Promise.all(drawings.map((drawing) => assert.rejects(drawing, busy)));
  await assert.rejects(renderer.draw(PICTURE), (error) => {
    assert.ok(error instanceof UnavailableError);
    return error.kind === "overloaded" && error.retryAfterSeconds > 0;
  });
  await renderer.close();
  await closed;
  await assert.rejects(renderer.draw(PICTURE), busy);
});

test("an idle worker does not keep the process alive", () => {
  const pool = JSON.stringify(import.meta.resolve("#src/tools/code-image/pool.js"));
  const script = `import { createRenderer } from ${pool};
    await createRenderer({ workers: 1 }).draw(${JSON.stringify(PLAIN)});
    console.log("drawn");`;
  const directory = mkdtempSync(join(tmpdir(), "sundry-pool-"));
  const file = join(directory, "draw.mjs");
  writeFileSync(file, script);
  const options = { encoding: "utf8", timeout: 200_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, [file], options);
  rmSync(directory, { recursive: true });
  assert.deepEqual([status, stdout], [0, "drawn\n"]);
});

test("extreme texts are drawn within the deadline", async () => {
  const han = String.fromCodePoint(...Array.from({ length: 5000 }, (_, index) => 0x4e00 + index));
  const texts = {
    "5000 empty lines": "\n".repeat(5000),
    "one line": "x".repeat(5000),
    marks: `a${"\u0301".repeat(4999)}`,
    emoji: "👨‍👩‍👧‍👦".repeat(714),
    han,
    arabic: "سلام".repeat(1250),
    "private use": han.replaceAll(/[^]/gu, "\ue001"),
  };
  const renderer = createRenderer({ workers: 1, deadlineMs: 10_000 });
  try {
    for (const [name, code] of Object.entries(texts)) {
      const picture = { ...PICTURE, code, language: "plaintext", scale: 2 };
      assert.equal(getOutcome(await renderer.draw(picture)), "plaintext", name);
    }
  } finally {
    await renderer.close();
  }
});

const LANGUAGES =
  "typescript javascript python rust cpp csharp java go php ruby shellscript html css scss json yaml markdown sql swift kotlin haskell perl latex elixir dart vue svelte lua r docker".split(
    " ",
  );
const PATTERNS =
  '<|$|(|[|{|"|\'|`|\\|/|*|#|@|&|=|-|_| |a|0|a |((a|/*|${|<a |"\\|a.|=>|[(|\ta'.split("|");

/** Tests a sample unless SUNDRY_HOSTILE=all, because all patterns take a quarter of an hour. */
const STEP = process.env["SUNDRY_HOSTILE"] === "all" ? 1 : 61;

test("every language responds on every repeated pattern", async () => {
  assert.deepEqual([LANGUAGES.length, PATTERNS.length], [30, 30]);
  const pairs = LANGUAGES.flatMap((language) => PATTERNS.map((pattern) => ({ language, pattern })));
  const chosen = pairs.filter((_, index) => index % STEP === 0);
  const renderer = createRenderer({ workers: 2 });
  const next = chosen.values();
  const drawNext = async () => {
    for (const { language, pattern } of next) {
      const reached = getOutcome(await renderer.draw(createHostile(language, pattern)));
      assert.ok(reached === language || reached === "timeout", `${language} ${pattern} ${reached}`);
    }
  };
  try {
    await Promise.all([drawNext(), drawNext()]);
  } finally {
    await renderer.close();
  }
});

test("a slow grammar keeps its colors when nothing is limited", async () => {
  const renderer = createRenderer({ workers: 1, deadlineMs: Infinity });
  const hasty = createRenderer({ workers: 1, deadlineMs: 1 });
  const slow = { ...PICTURE, language: "cpp", code: "int main() { return 0; }\n".repeat(200) };
  try {
    assert.equal(getOutcome(await hasty.draw(slow)), "timeout");
    assert.equal(getOutcome(await renderer.draw(slow)), "cpp");
  } finally {
    await renderer.close();
    await hasty.close();
  }
});
