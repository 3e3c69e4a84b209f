// Sorts electronic invoices that arrive in a folder by their verdict, each with its report: node einvoices.mjs FOLDER
import { mkdir, readdir, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const server = process.env.SUNDRY_URL ?? "http://localhost:3000";
const pauseMs = Number(process.env.PAUSE_MS ?? 5000);
const [folder = "."] = process.argv.slice(2);

/** Sizes at the last look. A file that is empty or still grows waits for the next. */
let sizes = new Map();
for (;;) {
  const present = new Map();
  for (const name of await readdir(folder)) {
    if (!/\.(xml|pdf)$/i.test(name)) continue;
    const { size } = await stat(join(folder, name));
    present.set(name, size);
    if (size > 0 && sizes.get(name) === size) await sort(name);
  }
  sizes = present;
  await setTimeout(pauseMs);
}

async function sort(name) {
  try {
    const file = await readFile(join(folder, name));
    const response = await fetch(`${server}/api/v1/einvoice-read`, {
      method: "POST",
      headers: { "content-type": /pdf$/i.test(name) ? "application/pdf" : "application/xml" },
      body: file,
    });
    const report = await response.text();
    // Others are no verdicts, such as 429 for too many requests: the next look tries again.
    if (![200, 413, 422].includes(response.status)) throw new Error(report);
    const target = { true: "valid", false: "invalid" }[JSON.parse(report).valid] ?? "other";
    const moved = await writeNew(join(folder, target), name, file);
    await writeFile(`${moved}.json`, report);
    await unlink(join(folder, name));
    console.log(`${name}: ${target}`);
  } catch (error) {
    console.error(`${name}: ${error.message}`);
  }
}

/** Writes a file under a name that no other has in the folder. Returns its path. */
async function writeNew(target, name, file) {
  await mkdir(target, { recursive: true });
  for (let number = 1; ; number += 1) {
    const path = join(target, number === 1 ? name : `${number}-${name}`);
    try {
      await writeFile(path, file, { flag: "wx" });
      return path;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}
