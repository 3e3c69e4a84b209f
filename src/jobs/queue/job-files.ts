import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PendingFile, syncFolder } from "./pending-file.ts";

/** The name of a job's result. */
export const RESULT = "result";

/** Files are for their owner only, because rows may contain secrets. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

interface NewFile {
  id: string;
  name: string;
  /** Differs for each process that may write the file. */
  token: string;
  /** Called before the file grows to `bytes`. Rejects where it must not. */
  onGrow?: (bytes: number) => Promise<void>;
}

/** The files of jobs, in a folder for each. */
export class JobFiles {
  readonly #folder: string;

  constructor(directory: string) {
    this.#folder = join(directory, "jobs");
  }

  /** Creates the folder of a job. */
  async create(id: string): Promise<void> {
    await mkdir(join(this.#folder, id), { recursive: true, mode: FOLDER_MODE });
  }

  /** Opens a new file, which `commit` renames. */
  async createFile({ id, name, token, onGrow }: NewFile): Promise<PendingFile> {
    const path = join(this.#folder, id, name);
    const temporary = `${path}.${token}.tmp`;
    const handle = await open(temporary, "wx", FILE_MODE);
    return new PendingFile(handle, {
      onGrow,
      commit: async () => {
        await rename(temporary, path);
        await syncFolder(join(this.#folder, id));
      },
      discard: () => rm(temporary, { force: true }),
    });
  }

  /** Reads a part of a file, or all of it. */
  read(id: string, name: string, start = 0, end = Infinity): AsyncIterable<Uint8Array> {
    // `end` of a stream is its last byte.
    return createReadStream(join(this.#folder, id, name), { start, end: end - 1 });
  }

  readText(id: string, name: string): Promise<string> {
    return readFile(join(this.#folder, id, name), "utf8");
  }

  /** Deletes the files of a job, apart from one. */
  async removeFiles(id: string, kept?: string): Promise<void> {
    if (kept === undefined) {
      // Another process may still write a file, until it notices that the job has ended.
      await rm(join(this.#folder, id), { recursive: true, force: true, maxRetries: 10 });
      return;
    }
    await this.#removeNamed(id, (name) => name !== kept);
  }

  async removeFile(id: string, name: string): Promise<void> {
    await rm(join(this.#folder, id, name), { force: true });
  }

  /** Deletes what other processes have begun to write under a name. */
  async removeUncommitted(id: string, name: string): Promise<void> {
    await this.#removeNamed(id, (file) => file.startsWith(`${name}.`) && file.endsWith(".tmp"));
  }

  /** Lists the jobs that have a folder. */
  async listJobs(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  async #removeNamed(id: string, matches: (name: string) => boolean): Promise<void> {
    for (const name of (await this.#list(id)).filter(matches)) await this.removeFile(id, name);
  }

  async #list(id: string): Promise<string[]> {
    return readdir(join(this.#folder, id)).catch(() => []);
  }
}
