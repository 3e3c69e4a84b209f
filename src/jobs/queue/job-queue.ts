import { DAY_MS } from "../../lib/dates/date.ts";
import type { JobLimits, JobStore, JobTotals } from "../../store/store.ts";
import {
  changeClaim,
  type Claim,
  type Claimant,
  CLAIM_MS,
  claimChunk,
  createJob,
  createToken,
  endJob,
  formatJob,
  isEnded,
  type Job,
  type JobEnd,
  parseJob,
} from "./job.ts";
import { ClaimLostError, createLimitError, NoSpaceError } from "./job-errors.ts";
import { type JobFiles, RESULT } from "./job-files.ts";

interface JobQueueOptions {
  store: JobStore;
  files: JobFiles;
  limits: JobLimits;
  /** Milliseconds for which results are kept. */
  ttlMs: number;
  now(): number;
}

/** Milliseconds for which an expired job is remembered. */
const REMEMBERED_MS = DAY_MS;

const RECENT_MS = 400;

/** Ended jobs that are looked at together. */
const MAX_SWEPT = 100;

/** A job, and the claim of one of its chunks. */
export interface ClaimedChunk {
  job: Job;
  claim: Claim;
}

/** Jobs and their files, on which any number of processes work. Rejects with StoreErrors. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #worker = createToken();
  /** Tokens of the chunks that this process works on. */
  readonly #held = new Set<string>();
  #listed: Promise<Job[]> = Promise.resolve([]);
  #listedMs = -Infinity;
  /** Milliseconds that the clock of the store is ahead of this process's. */
  #offsetMs = 0;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** The time of the store, which all processes share. */
  get nowMs(): number {
    return this.#options.now() + this.#offsetMs;
  }

  get isShared(): boolean {
    return this.#options.store.isShared;
  }

  async get(id: string): Promise<Job | undefined> {
    const entry = await this.#options.store.get(id);
    return entry && parseJob(entry);
  }

  /** Returns a job as it was half a second ago or later, so that its readers share one read. */
  async getRecent(id: string): Promise<Job | undefined> {
    if (performance.now() - this.#listedMs > RECENT_MS) {
      this.#listedMs = performance.now();
      this.#listed = this.listUnfinished();
    }
    return (await this.#listed).find((job) => job.id === id) ?? this.get(id);
  }

  /** Returns every unfinished job. */
  async listUnfinished(): Promise<Job[]> {
    const { nowMs, entries } = await this.#options.store.listUnfinished();
    this.#offsetMs = nowMs - this.#options.now();
    return entries.map(parseJob);
  }

  count(): Promise<JobTotals> {
    return this.#options.store.count();
  }

  /**
   * Adds a job whose input this process receives. Rejects with an UnavailableError above the limits
   * of unfinished jobs, and with a NoSpaceError.
   */
  async add(facts: Pick<Job, "client" | "tool" | "bytes">): Promise<ClaimedChunk> {
    const { store, limits } = this.#options;
    return this.#hold(async (claimant) => {
      const { job, claim } = createJob(facts, claimant);
      for (;;) {
        const outcome = await store.add(formatJob(job), limits);
        if (outcome === "added") return { job, claim };
        if (outcome !== "no-space") throw createLimitError(outcome, limits);
        if (!(await this.#evictOldest())) throw new NoSpaceError(limits.maxBytes);
      }
    });
  }

  /**
   * Changes a job until the change is stored. Resolves with the changed job, and with undefined
   * where there is none or `change` returns undefined. Rejects with a NoSpaceError.
   */
  async update(id: string, change: (job: Job) => Job | undefined): Promise<Job | undefined> {
    const { store, limits } = this.#options;
    for (;;) {
      const entry = await store.get(id);
      const changed = entry && change(parseJob(entry));
      if (!changed) return undefined;
      const outcome = await store.replace(formatJob(changed), limits.maxBytes);
      if (outcome === "replaced") return changed;
      if (outcome === "no-space" && !(await this.#evictOldest()))
        throw new NoSpaceError(limits.maxBytes);
    }
  }

  /** Claims a chunk of the job whose turn it is; undefined: there is no work. */
  async claim(): Promise<ClaimedChunk | undefined> {
    const jobs = await this.listUnfinished();
    const turns = jobs.toSorted(
      (first, second) => first.turnMs - second.turnMs || first.createdAtMs - second.createdAtMs,
    );
    for (const job of turns) {
      const claimed = await this.#claimOf(job);
      if (claimed) return claimed;
    }
    return undefined;
  }

  /** Lets others claim a chunk again that is neither finished nor released. */
  drop(token: string): void {
    this.#held.delete(token);
  }

  /** Extends a claim. Resolves with false where it is lost. */
  async renew(id: string, token: string): Promise<boolean> {
    const untilMs = this.nowMs + CLAIM_MS;
    return (await this.update(id, (job) => changeClaim(job, token, { untilMs }))) !== undefined;
  }

  /** Reserves bytes for the file of a claimed chunk. Rejects with a NoSpaceError. */
  async reserve(id: string, token: string, bytes: number): Promise<void> {
    if (!(await this.update(id, (job) => changeClaim(job, token, { bytes }))))
      throw new ClaimLostError();
  }

  /** Lets others work on a claimed chunk, not before `pausedUntilMs`. */
  async release(id: string, token: string, pausedUntilMs = 0): Promise<void> {
    await this.update(id, (job) => {
      const released = changeClaim(job, token, { untilMs: 0 });
      return released && { ...released, pausedUntilMs };
    });
  }

  /**
   * Ends a job, and deletes its files apart from the result. Resolves with undefined for one that
   * has ended.
   */
  async end(id: string, end: Omit<JobEnd, "finishedAtMs" | "expiresAtMs">, token?: string) {
    const { ttlMs, files } = this.#options;
    const finishedAtMs = this.nowMs;
    const ended = await this.update(id, (job) => {
      if (isEnded(job) || (token !== undefined && !changeClaim(job, token))) return undefined;
      return endJob(job, { ...end, finishedAtMs, expiresAtMs: finishedAtMs + ttlMs });
    });
    if (!ended) return undefined;
    await files.removeFiles(id, end.resultBytes === null ? undefined : RESULT);
    const bytes = end.resultBytes ?? 0;
    return this.update(id, (job) => ({ ...job, bytes }));
  }

  /** Deletes a job and its files. */
  async forget(id: string): Promise<void> {
    await this.#options.files.removeFiles(id);
    await this.#options.store.remove(id);
  }

  /**
   * Deletes the files of jobs whose time is over, those that were remembered for a day, and those
   * whose input was never received.
   */
  async sweep(): Promise<void> {
    const { store } = this.#options;
    for (const job of await this.listUnfinished()) {
      const [claim] = job.claims;
      if (job.state === "receiving" && claim && this.#isAbandoned(claim)) await this.forget(job.id);
    }
    const expired = (await store.listExpired(this.nowMs, MAX_SWEPT)).map(parseJob);
    for (const job of expired) {
      if (job.state === "expired") await this.forget(job.id);
      else await this.#expire(job);
    }
  }

  /** Deletes files that an earlier process of this machine left behind. */
  async recover(): Promise<void> {
    const { files } = this.#options;
    if (this.isShared) return;
    for (const id of await files.listJobs()) {
      const job = await this.get(id);
      if (!job) await files.removeFiles(id);
      else if (isEnded(job)) {
        const bytes = job.state === "done" ? (job.resultBytes ?? 0) : 0;
        await files.removeFiles(id, job.state === "done" ? RESULT : undefined);
        if (job.bytes !== bytes) await this.update(id, (stored) => ({ ...stored, bytes }));
      }
    }
  }

  #claimOf(job: Job): Promise<ClaimedChunk | undefined> {
    return this.#hold(async (claimant) => {
      if (!claimChunk(job, claimant)) return undefined;
      try {
        const claimed = await this.update(job.id, (stored) => claimChunk(stored, claimant));
        const claim = claimed?.claims.at(-1);
        return claimed && claim && { job: claimed, claim };
      } catch (error) {
        if (!(error instanceof NoSpaceError)) throw error;
        const { message } = error;
        await this.end(job.id, { state: "failed", resultBytes: null, error: message });
        return undefined;
      }
    });
  }

  /** Keeps the token of a claim from before it is stored, so that it never looks abandoned. */
  async #hold<T extends ClaimedChunk | undefined>(
    claim: (claimant: Claimant) => Promise<T>,
  ): Promise<T> {
    const token = createToken();
    const isAbandoned = (claimed: Claim) => this.#isAbandoned(claimed);
    this.#held.add(token);
    let claimed: T | undefined;
    try {
      claimed = await claim({ worker: this.#worker, token, nowMs: this.nowMs, isAbandoned });
      return claimed;
    } finally {
      if (!claimed) this.#held.delete(token);
    }
  }

  #isAbandoned({ token, untilMs }: Claim): boolean {
    if (untilMs === 0) return true;
    // Of a store of one process, other claims are of earlier processes, which have ended.
    return this.isShared ? untilMs <= this.nowMs : !this.#held.has(token);
  }

  async #evictOldest(): Promise<boolean> {
    const entry = await this.#options.store.findOldestResult();
    if (entry) await this.#expire(parseJob(entry));
    return entry !== undefined;
  }

  async #expire({ id }: Job): Promise<void> {
    await this.#options.files.removeFiles(id);
    const expiresAtMs = this.nowMs + REMEMBERED_MS;
    await this.update(id, (job) =>
      isEnded(job) && job.state !== "expired"
        ? { ...job, state: "expired", expiresAtMs, bytes: 0 }
        : undefined,
    );
  }
}
