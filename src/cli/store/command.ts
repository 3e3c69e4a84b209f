import { basename, resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { ValidationError } from "../../lib/errors.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Print } from "../print.ts";

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

const OPTIONS = {
  data: { type: "string" },
  force: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type StoreFlags = ReturnType<typeof parseFlags<typeof OPTIONS>>["values"];

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
  const config = { command: "store", options: OPTIONS, allowPositionals: true };
  const { values, positionals } = parseFlags(argv, config);
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
  if (args.includes("")) throw ValidationError.at([`store ${name}`], "has an empty argument");
  const flag = Object.keys(values).find((key) => !action.flags.some((allowed) => allowed === key));
  if (flag !== undefined) throw ValidationError.at([`--${flag}`], `is not a flag of ${name}`);
  return action.run(args, values, print);
}

async function runBackup(
  [name = ""]: readonly string[],
  { data, force = false }: StoreFlags,
  print: Print,
): Promise<boolean> {
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const { backUpTo, backUpToOutput } = await import("./backup.ts");
  const directory = resolve(data ?? dataDirectory);
  if (name === "-") process.stderr.write(`${JSON.stringify(await backUpToOutput(directory))}\n`);
  else print(JSON.stringify(await backUpTo(name, { directory, force })));
  return true;
}

async function runRestore(
  [file = "", directory]: readonly string[],
  { force = false }: StoreFlags,
  print: Print,
): Promise<boolean> {
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const { restoreStore } = await import("../../store/sqlite/backup/restore.ts");
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
  const { checkStore } = await import("../../store/sqlite/backup/check.ts");
  const report = checkStore(path ?? readConfig().dataDirectory);
  print(JSON.stringify(report, null, 2));
  return report.problems.length === 0;
}

function rejectRedis(redisUrl: string | undefined): void {
  if (redisUrl !== undefined)
    throw new Error("REDIS_URL is set: back up Redis itself, see docs/guides/deploy.md");
}
