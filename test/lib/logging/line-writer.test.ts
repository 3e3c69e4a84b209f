import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { LineWriter } from "#src/lib/logging/line-writer.js";

const MODULE = import.meta.resolve("#src/lib/logging/line-writer.js");

const BEGINNING = `import { LineWriter } from ${JSON.stringify(MODULE)};
  process.stdout.on("error", () => undefined);
  const writer = new LineWriter(1, (lines) => process.stderr.write(\`dropped \${lines}\\n\`));\n`;

/** Starts a program with a `writer` to its standard output. */
function start(program: string) {
  return spawn(process.execPath, ["--input-type=module", "--eval", BEGINNING + program]);
}

function failOnDrop(): never {
  return assert.fail("a line was dropped");
}

function openFile(test: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "sundry-lines-"));
  const file = join(directory, "log");
  const descriptor = openSync(file, "w");
  test.after(() => {
    closeSync(descriptor);
    rmSync(directory, { recursive: true });
  });
  return { descriptor, read: () => readFileSync(file, "utf8") };
}

describe("LineWriter", () => {
  it("writes gathered lines before those that are written immediately", (test) => {
    const { descriptor, read } = openFile(test);
    const writer = new LineWriter(descriptor, failOnDrop);
    writer.gather("one\n");
    writer.gather("two\n");
    assert.equal(read(), "");
    writer.write("three é\n");
    assert.equal(read(), "one\ntwo\nthree é\n");
  });

  it("has written everything at its end, in order, also lines longer than a batch", async (test) => {
    const { descriptor, read } = openFile(test);
    const writer = new LineWriter(descriptor, failOnDrop);
    const lines = Array.from({ length: 5000 }, (_, at) => `${at} ${"é".repeat(20)}\n`);
    lines.splice(100, 0, `${"long ".repeat(20_000)}\n`);
    for (const [at, line] of lines.entries())
      if (at % 1000 === 999) writer.write(line);
      else writer.gather(line);
    await writer.end();
    assert.equal(read(), lines.join(""));
  });

  it("writes gathered lines of a process that crashes", async () => {
    const child = start(
      `process.once("exit", () => writer.endNow());
      writer.gather("one\\n");
      throw new Error("crash");`,
    );
    const [lines, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    assert.equal(code, 1);
    assert.equal(lines, "one\n");
  });

  it("gives a slow reader every line in order", async (test) => {
    const child = start(
      `for (let n = 0; n < 9000; n++) writer.gather(n + " ".repeat(99) + "\\n");
      setInterval(() => undefined, 60_000);
      process.stderr.write("gathered");`,
    );
    test.after(() => child.kill());
    await once(child.stderr, "data");
    let count = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      assert.equal(Number(line), count++);
      if (count === 9000) break;
    }
    assert.equal(count, 9000);
  });

  it("drops lines past 1 MiB that nothing reads, counts them, and ends", async () => {
    const child = start(
      `let dropped = 0;
      const counted = new LineWriter(1, (lines) => (dropped += lines));
      for (let n = 0; n < 3072; n++) counted.gather("x".repeat(1023) + "\\n");
      await counted.end();
      process.stderr.write(String(dropped), () => process.exit());`,
    );
    const [dropped, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    assert.equal(code, 0);
    assert.equal(Number(dropped), 2048);
  });

  it("counts the lines that a reader leaves unread when it goes", async (test) => {
    const child = start(
      `process.on("SIGUSR2", () => {
        writer.gather("one\\n");
        writer.gather("two\\n");
        writer.write("three\\n");
      });
      setInterval(() => undefined, 60_000);
      process.stderr.write("ready");`,
    );
    test.after(() => child.kill());
    await once(child.stderr, "data");
    child.stdout.destroy();
    child.kill("SIGUSR2");
    const [line] = await once(child.stderr, "data");
    assert.equal(String(line), "dropped 3\n");
  });
});
