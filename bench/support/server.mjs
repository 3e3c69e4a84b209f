// Starts a Node script that prints its URL in a line of JSON, as dist/main.js does.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The product on a free port, or another script that prints `"url":"…"`. */
export async function start(
  script = new URL("../../dist/main.js", import.meta.url).pathname,
  env = {},
) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "info", ...env },
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
