import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * A folder that stays the same whatever its path comes to mean. `path` leads to it, to open or
 * create what it contains.
 */
interface OpenFolder {
  path: string;
  close(): Promise<void>;
}

/** A path inside one of the shared folders, with every link resolved. */
export interface InnerPath {
  root: string;
  /** The deepest folder of the path that exists. */
  existing: string;
  /** The folders below it that do not exist. */
  missing: string[];
  name: string;
}

/**
 * The target of a path: a part of the shared folders, nothing yet, or elsewhere. Devices, pipes and
 * sockets are "special".
 */
export type Found =
  | { kind: "file" | "folder" | "special" | "missing"; place: InnerPath }
  | { kind: "outside" };

/** Some flags are undefined on systems without them. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const OPEN_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | NO_FOLLOW;

/** Where Linux has what is open: a folder is reached here however its path has changed. */
const HANDLES = "/proc/self/fd";
const hasHandles = existsSync(HANDLES);

/** Shared folders, outside of which no path leads. */
export class Folders {
  /** With every link resolved. */
  readonly #roots: readonly string[];

  private constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** Rejects with the error of a folder that does not exist. */
  static async open(paths: readonly string[]): Promise<Folders> {
    return new Folders(await Promise.all(paths.map(resolveFolder)));
  }

  /**
   * Finds what a path leads to, relative to the first folder or absolute. Links are resolved; those
   * that lead out of the folders are outside.
   */
  async find(path: string): Promise<Found> {
    const [first] = this.#roots;
    if (first === undefined || path === "" || path.includes("\0")) return { kind: "outside" };
    const target = isAbsolute(path) ? resolve(path) : resolve(first, path);
    const { real, missing } = await resolveExisting(target);
    const root = this.#roots.find((folder) => isInside(real, folder));
    if (root === undefined) return { kind: "outside" };
    const stat = await lstat(real);
    if (missing.length > 0) {
      const name = missing.pop() ?? "";
      if (!stat.isDirectory()) throw createSystemError("ENOTDIR");
      return { kind: "missing", place: { root, existing: real, missing, name } };
    }
    const kind = stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "special";
    const place = { root, existing: dirname(real), missing, name: basename(real) };
    return { kind, place };
  }
}

function createSystemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

async function resolveFolder(path: string): Promise<string> {
  const real = await realpath(path);
  if (!(await lstat(real)).isDirectory()) throw new Error("it is not a folder");
  return real;
}

/**
 * Resolves the links of the deepest part of a path that exists. A link without a target counts as
 * what it leads to.
 */
async function resolveExisting(path: string): Promise<{ real: string; missing: string[] }> {
  const missing: string[] = [];
  for (let part = path; ; part = dirname(part)) {
    try {
      return { real: await realpath(part), missing };
    } catch (error) {
      if (!isMissing(error) || dirname(part) === part) throw error;
    }
    // It may lead anywhere when it is created.
    if (await isLink(part)) return { real: "", missing };
    missing.unshift(basename(part));
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

async function isLink(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => undefined);
  return stat?.isSymbolicLink() ?? false;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The error of a path that leads elsewhere than when it was checked. */
export class MovedError extends Error {}

/**
 * Opens the folder of a place, and creates the missing ones. Every step is taken from the open
 * folder before it and follows no link, so that it cannot be redirected. Throws a MovedError for a
 * path that leads elsewhere by now.
 */
export async function openFolder(place: InnerPath): Promise<OpenFolder> {
  const { root, existing, missing } = place;
  const steps = [...relative(root, existing).split(sep).filter(Boolean), ...missing];
  const existingSteps = steps.length - missing.length;
  let folder = await openStep(root);
  for (const [index, step] of steps.entries()) {
    const path = join(folder.path, step);
    try {
      if (index >= existingSteps) await mkdir(path).catch(ignoreExisting);
      const next = await openStep(path);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function openStep(path: string): Promise<OpenFolder> {
  if (!hasHandles) {
    await requireUnmoved(path);
    return { path, close: () => Promise.resolve() };
  }
  const handle = await open(path, OPEN_FOLDER).catch((error: NodeJS.ErrnoException) => {
    // A link where the check found a folder.
    if (["ELOOP", "ENOTDIR"].includes(error.code ?? "")) throw new MovedError();
    throw error;
  });
  return { path: `${HANDLES}/${handle.fd}`, close: () => handle.close() };
}

/**
 * Compares a path with the real one, where folders cannot be reached through their handles. Throws
 * a MovedError when it leads elsewhere.
 */
export async function requireUnmoved(path: string): Promise<void> {
  if (!hasHandles && (await realpath(path)) !== path) throw new MovedError();
}

/**
 * Opens a file that was found. Throws a MovedError for anything but a plain file, such as a device
 * or a pipe.
 */
export async function openFile(place: InnerPath): Promise<FileHandle> {
  const folder = await openFolder(place);
  try {
    const path = join(folder.path, place.name);
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const flags = constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0);
    const file = await open(path, flags);
    try {
      if (!(await file.stat()).isFile()) throw new MovedError();
      await requireUnmoved(path);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } finally {
    await folder.close();
  }
}
