// Starts a Node script that prints its URL as a line of JSON, as the server does.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Starts the product on a free port with a temporary data folder, or another script that prints
 * `"url":"…"`.
 */
export async function start(
  script = new URL("../../dist/bundle/main.js", import.meta.url).pathname,
  env = {},
) {
  const own = { PORT: "0", LOG_LEVEL: "info", DATA_DIR: mkdtempSync(join(tmpdir(), "bench-")) };
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...own, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url) {
      child.stdout.resume();
      return { url, pid: child.pid, stop: () => child.kill() };
    }
  }
  throw new Error("the server did not start");
}
