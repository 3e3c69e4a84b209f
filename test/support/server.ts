import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository's root, seen from `dist/test/support`. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/** A server in a process of its own, started as users start it. */
export interface RunningServer {
  url: string;
  port: number;
  process: ChildProcess;
  /** All lines that it has logged. */
  log: string[];
  /** Resolves with the exit code; null when a signal ended the process. */
  exited: Promise<number | null>;
  /** Ends the process (by SIGTERM by default) and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The store's deadline in tests, because the disk of a busy machine may pause for seconds. */
const DEADLINE = { STORE_DEADLINE_MS: "30000" };

/**
 * Starts what `npm start` starts (of this repository, or of a copy at `home`) on a free port with
 * these variables. Rejects with the output of a process that does not start.
 */
export async function startServer(
  environment: Record<string, string> = {},
  home = root,
): Promise<RunningServer> {
  // Each process gets its own data directory by default, because a directory belongs to one
  // process.
  const directory = mkdtempSync(join(tmpdir(), "sundry-test-"));
  const child = spawn(process.execPath, [join(home, "dist", "bundle", "main.js")], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      DATA_DIR: directory,
      ...DEADLINE,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  // Not "exit", which may come before the last output.
  const exited = once(child, "close").then(([code]) => code as number | null);
  void exited.then(() => rmSync(directory, { recursive: true, force: true }));
  const url = await new Promise<string>((resolve, reject) => {
    void exited.then((code) => reject(new Error(`ended with ${code}: ${printed}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      log.push(line);
      const found = /"url":"(http:[^"]+)"/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
  });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return { url, port: Number(new URL(url).port), process: child, log, exited, stop };
}
