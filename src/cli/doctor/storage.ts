import { type FileHandle, mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { dirname, join as joinPath, resolve } from "node:path";
import { getErrorMessage } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/text/format-bytes.ts";
import { type Check, fail, join, ok, type Outcome, skip, warn } from "./check.ts";

const MEBIBYTE = 1024 ** 2;

/** Every capture waits for one, so that more would be felt. */
const MAX_SYNC_MS = 20;

/** Free space below which captures fail soon. */
const MIN_FREE_BYTES = 32 * MEBIBYTE;

/** The log and the reserve. */
const EXTRA_BYTES = 128 * MEBIBYTE;

/** Free space below which sends are refused. */
const REFUSED_BELOW = "sends get 507 on a full disk";

/** Types of file systems whose locks and syncs SQLite cannot rely on (statfs(2)). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB 2"],
  [0x01021997, "9P"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
]);

/** Checks that the store can write into its directory, how fast, and who may read it. */
export const checkData: Check = async ({ report: { values } }) => {
  if (values.redisUrl !== undefined) return skip("REDIS_URL is set");
  const directory = resolve(values.dataDirectory);
  let created: string | undefined;
  try {
    created = await mkdir(directory, { recursive: true, mode: 0o700 });
    return await judgeDirectory(directory, await measureSync(directory));
  } catch (error) {
    const isFull = (error as NodeJS.ErrnoException).code === "ENOSPC";
    const remedy = isFull ? "free space" : "create it for the user of the server";
    const finding = `${directory} cannot be written: ${getErrorMessage(error)}`;
    return fail(finding, `${remedy}, or change DATA_DIR`);
  } finally {
    if (created !== undefined) await rm(created, { recursive: true });
  }
};

async function judgeDirectory(directory: string, syncMs: number): Promise<Outcome> {
  const [{ mode }, { type }] = await Promise.all([stat(directory), statfs(directory)]);
  const fileSystem = NETWORK_FILE_SYSTEMS.get(type);
  const sync = `${directory} is writable, a sync takes ${syncMs.toFixed(1)} ms`;
  const problems: Outcome[] = [];
  if (syncMs > MAX_SYNC_MS)
    problems.push(warn(sync, "use a faster disk, because each capture waits for a sync"));
  if (fileSystem !== undefined)
    problems.push(warn(`${directory} is on ${fileSystem}`, "use a local disk, or Redis"));
  if (process.platform !== "win32" && (mode & 0o004) !== 0)
    problems.push(warn(`${directory} is readable by others`, `chmod 700 ${directory}`));
  return join(problems, ok(sync));
}

/** Resolves with the median time of three syncs of a file that is deleted again. */
async function measureSync(directory: string): Promise<number> {
  const file = joinPath(directory, `.sundry-doctor-${process.pid}`);
  const handle = await open(file, "wx", 0o600);
  try {
    const times = [await timeSync(handle), await timeSync(handle), await timeSync(handle)];
    return times.toSorted((time, next) => time - next)[1] ?? 0;
  } finally {
    await handle.close();
    await rm(file);
  }
}

async function timeSync(handle: FileHandle): Promise<number> {
  await handle.write(Buffer.alloc(4096));
  const startMs = performance.now();
  await handle.sync();
  return performance.now() - startMs;
}

/** Checks the free space of the data's disk. */
export const checkDisk: Check = async ({ report: { values } }) => {
  if (values.redisUrl !== undefined) return skip("REDIS_URL is set");
  const directory = await findExisting(resolve(values.dataDirectory));
  const { bavail, bsize } = await statfs(directory);
  return judgeDisk(directory, bavail * bsize, values.storeMaxBytes);
};

export function judgeDisk(directory: string, freeBytes: number, storeMaxBytes: number): Outcome {
  const neededBytes = storeMaxBytes * 1.1 + EXTRA_BYTES;
  const finding = `${directory} has ${formatBytes(freeBytes)} free`;
  if (freeBytes < MIN_FREE_BYTES)
    return fail(`${finding}; ${REFUSED_BELOW}`, "free space or move DATA_DIR");
  if (freeBytes >= neededBytes) return ok(finding);
  const need = `a full store needs ${formatBytes(neededBytes)}`;
  return warn(`${finding}; ${need}`, "free space, move DATA_DIR or lower STORE_MAX_BYTES");
}

/** Returns the directory, or the nearest one above that exists. */
async function findExisting(directory: string): Promise<string> {
  const isThere = await stat(directory).then(
    () => true,
    () => false,
  );
  return isThere || dirname(directory) === directory ? directory : findExisting(dirname(directory));
}
