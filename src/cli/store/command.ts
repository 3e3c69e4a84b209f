import { basename, resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { ValidationError } from "../../lib/errors.ts";
import { type Action, findAction, requireFlags } from "../action.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Print } from "../command.ts";

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

interface Call {
  args: readonly string[];
  flags: StoreFlags;
  print: Print;
}

interface StoreAction extends Action<Call> {
  /** The fewest and the most arguments. */
  args: readonly [min: number, max: number];
}

const ACTIONS: Readonly<Record<string, StoreAction>> = {
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
  const action = findAction(ACTIONS, name);
  if (!action) throw ValidationError.at(["store"], "takes backup, restore or check");
  const [min, max] = action.args;
  if (args.length < min || args.length > max)
    throw ValidationError.at([`store ${name}`], "has a wrong number of arguments");
  if (args.includes("")) throw ValidationError.at([`store ${name}`], "has an empty argument");
  requireFlags(values, action.flags, name);
  return (await action.run({ args, flags: values, print })) ?? true;
}

async function runBackup({ args: [name = ""], flags, print }: Call): Promise<void> {
  const { data, force = false } = flags;
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const { backUpTo, backUpToOutput } = await import("./backup.ts");
  const directory = resolve(data ?? dataDirectory);
  if (name === "-") process.stderr.write(`${JSON.stringify(await backUpToOutput(directory))}\n`);
  else print(JSON.stringify(await backUpTo(name, { directory, force })));
}

async function runRestore({ args: [file = "", directory], flags, print }: Call): Promise<void> {
  const { redisUrl, dataDirectory } = readConfig();
  rejectRedis(redisUrl);
  const { restoreStore } = await import("../../store/sqlite/backup/restore.ts");
  const target = directory ?? dataDirectory;
  restoreStore({ file, directory: target, force: flags.force ?? false });
  print(`${target} has the data of ${basename(file)}`);
}

async function runCheck({ args: [path], print }: Call): Promise<boolean> {
  const { checkStore } = await import("../../store/sqlite/backup/check.ts");
  const report = checkStore(path ?? readConfig().dataDirectory);
  print(JSON.stringify(report, null, 2));
  return report.problems.length === 0;
}

function rejectRedis(redisUrl: string | undefined): void {
  if (redisUrl !== undefined)
    throw new Error("REDIS_URL is set: back up Redis itself, see docs/guides/deploy.md");
}
