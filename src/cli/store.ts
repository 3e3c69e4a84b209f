import { createReadStream, existsSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { getErrorMessage, ValidationError } from "../lib/errors.ts";

const HELP = `Back up, restore and verify the embedded store.

Usage:
  sundry store backup FILE|- [--data DIRECTORY] [--force]
      Copy the data into one file, also while a server uses it. "-" is standard output.
  sundry store restore FILE [DIRECTORY] [--force]
      Put a backup into a directory that no server uses.
  sundry store check [FILE|DIRECTORY]
      Verify a backup, or a directory that no server uses. Print a report as JSON.

DIRECTORY defaults to DATA_DIR. --force replaces what is there.

Exit codes: 0 done, 1 failed, damaged or unreadable, 2 usage error.`;

type Print = (text: string) => void;

interface StoreFlags {
  data?: string;
  force?: boolean;
  help?: boolean;
}

interface Action {
  /** The fewest and the most arguments. */
  args: readonly [min: number, max: number];
  flags: readonly (keyof StoreFlags)[];
  /** Returns false for exit code 1. */
  run(args: readonly string[], flags: StoreFlags, print: Print): Promise<boolean>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  backup: { args: [1, 1], flags: ["data", "force"], run: runBackup },
  restore: { args: [1, 2], flags: ["force"], run: runRestore },
  check: { args: [0, 1], flags: [], run: runCheck },
};

/** Runs `sundry store ACTION`. Returns false when the data is damaged. Throws when it fails. */
export async function runStoreCommand(argv: string[], print: Print): Promise<boolean> {
  const { values, positionals } = parse(argv);
  if (values.help) {
    print(HELP);
    return true;
  }
  const [name = "", ...args] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw ValidationError.at(["store"], "takes backup, restore or check");
  const [min, max] = action.args;
  if (args.length < min || args.length > max)
    throw ValidationError.at([`store ${name}`], "has a wrong number of arguments");
  const flag = Object.keys(values).find((key) => !action.flags.some((allowed) => allowed === key));
  if (flag !== undefined) throw ValidationError.at([`--${flag}`], `is not a flag of ${name}`);
  return action.run(args, values, print);
}

function parse(argv: string[]): { values: StoreFlags; positionals: string[] } {
  const unknown = argv.find(
    (word) => word.length > 1 && /^-(?!-?(data|force|help|h)\b)/.test(word),
  );
  if (unknown !== undefined) {
    throw ValidationError.at(
      [unknown],
      "is not a flag of this command; sundry store --help explains it",
    );
  }
  const options = {
    data: { type: "string" },
    force: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw ValidationError.at(["store"], `cannot be run: ${getErrorMessage(error)}`);
  }
}

async function runBackup(
  [name = ""]: readonly string[],
  { data, force = false }: StoreFlags,
  print: Print,
): Promise<boolean> {
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const directory = resolve(data ?? dataDirectory);
  const isPrinted = name === "-";
  const file = resolve(isPrinted ? join(directory, "backup") : name);
  if (!isPrinted && existsSync(file) && !force)
    throw new Error(`${name} exists; --force replaces it`);
  const startMs = performance.now();
  const part = `${file}.part`;
  try {
    const summary = await write({ directory, part, name });
    if (isPrinted) await pipeline(createReadStream(part), process.stdout, { end: false });
    else (await import("../store/sqlite/backup/restore.ts")).renameDurably(part, file);
    const seconds = Math.round(performance.now() - startMs) / 1000;
    const report = JSON.stringify({ file: name, ...summary, seconds });
    if (isPrinted) process.stderr.write(`${report}\n`);
    else print(report);
  } finally {
    rmSync(part, { force: true });
  }
  return true;
}

/** Writes and verifies the new file, by the process that serves the directory or directly. */
async function write({ directory, part, name }: { directory: string; part: string; name: string }) {
  const { describeWriteError, requestBackup } =
    await import("../store/sqlite/backup/control-socket.ts");
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const served = await requestBackup(directory, part, interrupted.signal);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    const summary = served ?? (await backUpDirectly(directory, part));
    const { verifyFile } = await import("../store/sqlite/check.ts");
    // The server's captures come first.
    setPriority(constants.priority.PRIORITY_LOW);
    verifyFile(part);
    (await import("../store/sqlite/backup/restore.ts")).syncPath(part);
    return summary;
  } catch (error) {
    throw new Error(`${name} ${describeWriteError(error)}`, { cause: error });
  }
}

async function backUpDirectly(directory: string, part: string) {
  const { backUp } = await import("../store/sqlite/backup/backup.ts");
  const { findDataFile } = await import("../store/sqlite/check.ts");
  return backUp({ from: findDataFile(directory), to: part, nowMs: Date.now() });
}

async function runRestore(
  [file = "", directory]: readonly string[],
  { force = false }: StoreFlags,
  print: Print,
): Promise<boolean> {
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const { restoreStore } = await import("../store/sqlite/backup/restore.ts");
  const target = directory ?? dataDirectory;
  restoreStore({ file, directory: target, force });
  print(`${target} has the data of ${basename(file)}`);
  return true;
}

async function runCheck(
  [path]: readonly string[],
  _flags: StoreFlags,
  print: Print,
): Promise<boolean> {
  const { checkStore } = await import("../store/sqlite/check.ts");
  const report = checkStore(path ?? readConfig().dataDirectory);
  print(JSON.stringify(report, null, 2));
  return report.problems.length === 0;
}

function rejectRedis(redisUrl: string | undefined): void {
  if (redisUrl !== undefined)
    throw new Error("REDIS_URL is set: back up Redis itself, see docs/guides/deploy.md");
}
