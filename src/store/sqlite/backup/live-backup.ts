import type { Server } from "node:net";
import { WorkerClient, WorkerError } from "../../../lib/workers/worker-client.ts";
import type { InboxLimits } from "../../store.ts";
import type { BackupSummary } from "./backup.ts";
import { openControlSocket } from "./control-socket.ts";
import type { WorkerSetup, WorkerTask } from "../worker.ts";

interface LiveBackupOptions {
  directory: string;
  file: string;
  limits: InboxLimits;
  now(): number;
  onWarning?(message: string): void;
}

/** Backups of the data file of a serving process, which `sundry store backup` asks for. */
export class LiveBackup {
  readonly #options: LiveBackupOptions;
  readonly #stopping = new AbortController();
  #server: Server | undefined;
  /** The latest backup, which reports its failures to its client. */
  #latest: Promise<unknown> | undefined;

  constructor(options: LiveBackupOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { directory, onWarning } = this.#options;
    this.#server = await openControlSocket(
      directory,
      (to, signal) => this.#backUp(to, signal),
      onWarning,
    );
  }

  /** Ends a backup that is running. */
  async close(): Promise<void> {
    this.#server?.close();
    this.#stopping.abort();
    await this.#latest;
  }

  #backUp(to: string, client: AbortSignal): Promise<BackupSummary> {
    const signal = AbortSignal.any([client, this.#stopping.signal]);
    const { file, limits, now } = this.#options;
    const backup = backUpInThread({ file, limits, to, nowMs: now(), signal });
    this.#latest = backup.catch(() => {});
    return backup;
  }
}

interface ThreadOptions {
  file: string;
  limits: InboxLimits;
  to: string;
  nowMs: number;
  signal: AbortSignal;
}

/** Backs a data file up in a thread of its own. The signal ends it between two pieces. */
async function backUpInThread(options: ThreadOptions): Promise<BackupSummary> {
  const { file, limits, to, nowMs, signal } = options;
  const workerData: WorkerSetup = { role: "backup", file, limits };
  const client = new WorkerClient({ script: new URL("../worker.js", import.meta.url), workerData });
  const canceled = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => {
    Atomics.store(canceled, 0, 1);
    Atomics.notify(canceled, 0);
  };
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  try {
    const task: WorkerTask = { kind: "backup", to, nowMs, canceled };
    return await client.call<BackupSummary>(task);
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    throw Object.assign(new Error(error.message, { cause: error }), { code: error.code });
  } finally {
    signal.removeEventListener("abort", cancel);
    await client.close();
  }
}
