import { createHash, randomBytes } from "node:crypto";
import { link, open, rename, unlink } from "node:fs/promises";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ValidationError } from "../../lib/errors.ts";
import { type Folders, type InnerPath, MovedError, openFolder, requireUnmoved } from "./folders.ts";
import { createFolderError } from "./kept-results.ts";
import type { FileLink, SaveTarget } from "./result-files.ts";

/** Longer paths are mistakes. */
const MAX_PATH_LENGTH = 4096;

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "no space left",
  EFBIG: "the file is too large",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "no space left",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

/** Checks a path to write to. Throws a ValidationError that names the broken rule. */
export async function prepareSave(folders: Folders, path: unknown): Promise<SaveTarget> {
  const place = await describeErrors(() => findPlace(folders, path));
  const write = async (bytes: Uint8Array) => {
    const isNew = await writeFile(place, bytes);
    if (!isNew) throw createExistsError(String(path));
    return createLink(place, bytes);
  };
  return {
    extension: extname(place.name).slice(1),
    write: (bytes) => describeErrors(() => write(bytes)),
  };
}

async function findPlace(folders: Folders, path: unknown): Promise<InnerPath> {
  if (typeof path !== "string") throw createRule("must be a string");
  if (path === "") throw createRule("must not be empty");
  if (path.length > MAX_PATH_LENGTH)
    throw createRule(`must have at most ${MAX_PATH_LENGTH} characters`);
  if (/\p{Cc}/u.test(path)) throw createRule("must not have control characters");
  const target = await folders.find(path);
  if (target.kind === "outside") throw createFolderError();
  if (target.kind === "folder") throw createRule(`is a folder: ${path}`);
  if (target.kind !== "missing") throw createExistsError(path);
  return target.place;
}

function createRule(message: string): ValidationError {
  return ValidationError.at(["saveTo"], message);
}

function createExistsError(path: string): ValidationError {
  return createRule(`exists already: ${path}`);
}

/** Throws errors of the file system as ValidationErrors. */
async function describeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MovedError) throw createFolderError();
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw createFolderError();
    const problem = PROBLEMS[code];
    if (problem === undefined) throw error;
    throw createRule(`could not be written: ${problem}`);
  }
}

/**
 * Writes a file beside its place and moves it there, so that no reader gets a part of it. Resolves
 * with false, and writes nothing, when there is a file by now.
 */
async function writeFile(place: InnerPath, bytes: Uint8Array): Promise<boolean> {
  const folder = await openFolder(place);
  const temporary = join(folder.path, `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeNewFile(temporary, bytes);
    await requireUnmoved(temporary);
    await publish(temporary, join(folder.path, place.name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(temporary).catch(() => {});
    await folder.close();
  }
}

function createLink({ existing, missing, name }: InnerPath, bytes: Uint8Array): FileLink {
  const path = join(existing, ...missing, name);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { uri: pathToFileURL(path).href, name, written: { path, bytes: bytes.length, sha256 } };
}

async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** Renames a file. Rejects where the name is taken. */
async function publish(temporary: string, target: string): Promise<void> {
  try {
    // Unlike a renamed file, a link never replaces another one.
    await link(temporary, target);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(code)) throw error;
    await (await open(target, "wx")).close();
    await rename(temporary, target);
  }
}
