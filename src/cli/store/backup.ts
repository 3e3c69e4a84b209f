import { createReadStream, createWriteStream, fstatSync, rmSync, statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join, resolve } from "node:path";
import { BackupError, describeWriteError } from "../../store/sqlite/backup/backup-error.ts";
import { type BackupCopy, requestBackup } from "../../store/sqlite/backup/control-socket.ts";
import { copyDirectly, isStoreFile } from "../../store/sqlite/backup/direct-copy.ts";
import { renameDurably, syncPath } from "../../store/sqlite/backup/restore.ts";
import { verifyFile } from "../../store/sqlite/backup/check.ts";

const STANDARD_OUTPUT = 1;

interface BackupOptions {
  directory: string;
  /** True: an existing file is replaced. */
  force: boolean;
}

/** Backs a directory up into a file. Resolves with the report of the command. */
export function backUpTo(name: string, { directory, force }: BackupOptions): Promise<object> {
  const file = resolve(name);
  if (isStoreFile(file, directory))
    throw new Error(`${name} is a file of the store; choose another one`);
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isFile() === false) throw new Error(`${name} is not a file`);
  if (existing && !force) throw new Error(`${name} exists; --force replaces it`);
  const part = `${file}.part`;
  return backUp({ directory, part, name, target: name }, () => renameDurably(part, file));
}

/** Backs a directory up to standard output. Resolves with the report of the command. */
export function backUpToOutput(directory: string): Promise<object> {
  const part = join(directory, "backup.part");
  const target = "standard output";
  return backUp({ directory, part, name: "-", target }, () => printFile(part));
}

interface Backup {
  directory: string;
  /** The file that is verified before it gets to its target. */
  part: string;
  /** The name of the file as it was typed. */
  name: string;
  /** Begins the sentence of a failure. */
  target: string;
}

async function backUp(
  { directory, part, name, target }: Backup,
  deliver: () => void | Promise<void>,
): Promise<object> {
  const startMs = performance.now();
  try {
    const { summary, release } = await copyTo(part, directory);
    try {
      // The server's captures come first.
      setPriority(constants.priority.PRIORITY_LOW);
      verifyFile(part);
      syncPath(part);
      await deliver();
    } finally {
      rmSync(part, { force: true });
      release();
    }
    const seconds = Math.round(performance.now() - startMs) / 1000;
    return { file: name, ...summary, seconds };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new Error(`${target} ${describeWriteError(error)}`, { cause: error });
  }
}

/** Copies by the process that serves the directory, else directly. */
async function copyTo(part: string, directory: string): Promise<BackupCopy> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  // The serving process ends its part, too.
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const served = await requestBackup(directory, part, interrupted.signal).finally(() =>
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt),
  );
  return served ?? copyDirectly(directory, part);
}

/** Writes a file to standard output. Throws for a pipe that closes early and a full disk. */
async function printFile(file: string): Promise<void> {
  // Node's own stream loses the end of a write for which a disk has no space.
  const output = fstatSync(STANDARD_OUTPUT).isFile()
    ? createWriteStream("", { fd: STANDARD_OUTPUT, autoClose: false })
    : process.stdout;
  // The command's own listener ends it with 0, as `| head` of text should.
  output.removeAllListeners("error").on("error", () => {});
  for await (const chunk of createReadStream(file)) {
    await new Promise<void>((written, failed) => {
      output.write(chunk, (error) => (error ? failed(error) : written()));
    });
  }
}
