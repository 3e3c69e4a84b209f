import { setTimeout as sleep } from "node:timers/promises";
import { UnavailableError, ValidationError } from "../../lib/errors.ts";
import { untilAborted } from "./until-aborted.ts";
import { LruCache } from "../../lib/lru.ts";
import { StoreError } from "../../store/store.ts";
import { type JobInput, openInput } from "./input-file.ts";
import { ClaimLostError, isFullDisk, NoSpaceError } from "./job-errors.ts";
import type { ClaimedChunk } from "./job-queue.ts";
import { CLAIM_MS, finishChunk, type Job } from "./job.ts";
import {
  type ChunkContext,
  countToLimits,
  type HeldClaim,
  joinChunks,
  runChunk,
} from "./run-chunk.ts";

interface JobRunnerOptions extends ChunkContext {
  /** Rejects while this process cannot reach the files of all others. */
  requireReady(): Promise<void>;
  /** Called with an error of ours that ends a job. */
  onError(error: unknown, job: string): void;
}

interface ClaimedWork {
  id: string;
  controller: AbortController;
  /** Rows that wait for a limit per minute, during which other chunks may run. */
  waiting: number;
}

/** Chunks that this process works on. One writes its file while the other one runs. */
const MAX_CHUNKS = 2;

const TICK_MS = 1000;
const SWEEP_MS = 10_000;

/** Milliseconds between attempts to reach the store. */
const RETRY_MS = 500;

/** Plans of jobs that are kept in memory. */
const MAX_INPUTS = 4;

/** Works on chunks of jobs, beside other processes where the store is shared. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stopping = new AbortController();
  /** Chunks in work by the token of their claim. */
  readonly #claimed = new Map<string, ClaimedWork>();
  readonly #running = new Set<Promise<void>>();
  readonly #inputs = new LruCache<string, JobInput>(MAX_INPUTS);
  #timers: NodeJS.Timeout[] = [];
  #filling: Promise<void> | undefined;
  #mayHaveWork = true;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Continues the jobs that are unfinished. */
  start(): void {
    const { queue, requireReady } = this.#options;
    const sweep = () => this.#attempt(() => requireReady().then(() => queue.sweep()));
    this.#timers = [
      setInterval(() => void this.#attempt(() => this.#tick()), TICK_MS).unref(),
      setInterval(() => void sweep(), SWEEP_MS).unref(),
    ];
    void this.#attempt(() => queue.recover())
      .then(sweep)
      .then(() => this.wake());
  }

  /** Looks for work, because a job was added. */
  wake(): void {
    this.#mayHaveWork = true;
    if (this.#stopping.signal.aborted) return;
    this.#filling ??= this.#attempt(() => this.#fill()).finally(() => (this.#filling = undefined));
  }

  /** Stops the work on a job that was canceled. */
  abort(id: string): void {
    for (const claimed of this.#claimed.values())
      if (claimed.id === id) claimed.controller.abort(new ClaimLostError());
  }

  /** Renews a claim until its release. */
  hold(id: string, token: string): HeldClaim {
    const work: ClaimedWork = { id, controller: new AbortController(), waiting: 0 };
    this.#claimed.set(token, work);
    if (this.#stopping.signal.aborted) work.controller.abort(this.#stopping.signal.reason);
    return {
      signal: work.controller.signal,
      onWait: (rows) => {
        work.waiting += rows;
        this.wake();
      },
      release: () => {
        this.#claimed.delete(token);
        this.#options.queue.drop(token);
      },
    };
  }

  /** Stops all work and releases its claims. Finished chunks are kept. */
  async close(): Promise<void> {
    this.#stopping.abort(new ClaimLostError());
    for (const timer of this.#timers) clearInterval(timer);
    for (const { controller } of this.#claimed.values()) controller.abort(new ClaimLostError());
    await this.#filling;
    await Promise.all(this.#running);
  }

  /** Renews claims, gives up those that are lost, and looks for work. */
  async #tick(): Promise<void> {
    const { queue, requireReady } = this.#options;
    if (!queue.isShared && !this.#mayHaveWork) return;
    await requireReady();
    const jobs = new Map((await queue.listUnfinished()).map((job) => [job.id, job]));
    this.#mayHaveWork = jobs.size > 0;
    for (const [token, { id, controller }] of this.#claimed) {
      const claim = jobs.get(id)?.claims.find((candidate) => candidate.token === token);
      if (!claim) controller.abort(new ClaimLostError());
      else if (queue.isShared && claim.untilMs - queue.nowMs < (CLAIM_MS * 2) / 3)
        await queue.renew(id, token);
    }
    if (this.#mayHaveWork) this.wake();
  }

  async #fill(): Promise<void> {
    await this.#options.requireReady();
    while (this.#countActive() < MAX_CHUNKS && !this.#stopping.signal.aborted) {
      const claimed = await this.#options.queue.claim();
      if (!claimed) return;
      const running = this.#run(claimed).finally(() => {
        this.#running.delete(running);
        this.wake();
      });
      this.#running.add(running);
    }
  }

  #countActive(): number {
    const works = [...this.#claimed.values()];
    return this.#running.size - works.filter(({ waiting }) => waiting > 0).length;
  }

  async #run(claimed: ClaimedChunk): Promise<void> {
    const { job, claim } = claimed;
    const held = this.hold(job.id, claim.token);
    try {
      // A row that takes long ends by its own timeout.
      await untilAborted(this.#work(claimed, held), held.signal);
    } catch (error) {
      await this.#attempt(() => this.#giveUp(claimed, error, held.signal));
    } finally {
      held.release();
    }
  }

  async #work(claimed: ClaimedChunk, held: HeldClaim): Promise<void> {
    const { queue } = this.#options;
    const { job, claim } = claimed;
    const input = await this.#openInput(job);
    if (claim.chunk === job.chunks) {
      const error = job.stop?.error;
      if (error !== undefined) return this.#fail(claimed, error);
      const bytes = await joinChunks(this.#options, claimed, { input, held });
      const end = { state: "done", resultBytes: bytes, error: null } as const;
      await this.#persist(() => queue.end(job.id, end, claim.token));
      return undefined;
    }
    const rows = { limits: input.plan.limits, rows: input.locate(claim.chunk).rows };
    const pausedUntilMs = await countToLimits(this.#options, claimed, rows);
    if (pausedUntilMs !== undefined) return queue.release(job.id, claim.token, pausedUntilMs);
    const result = await runChunk(this.#options, claimed, { input, held });
    await this.#persist(() => queue.update(job.id, (entry) => finishChunk(entry, claim, result)));
    return undefined;
  }

  async #openInput({ id }: Job): Promise<JobInput> {
    const cached = this.#inputs.get(id);
    if (cached) return cached;
    const input = await openInput(this.#options.files, id, this.#options.tools);
    this.#inputs.set(id, input);
    return input;
  }

  /** Ends a job for an error of its own, and leaves the chunk to others for any other error. */
  async #giveUp(claimed: ClaimedChunk, error: unknown, signal: AbortSignal): Promise<void> {
    const { job, claim } = claimed;
    const isLost = error instanceof ClaimLostError || signal.aborted;
    if (isLost || error instanceof StoreError)
      await this.#options.queue.release(job.id, claim.token);
    else if (error instanceof ValidationError || error instanceof NoSpaceError)
      await this.#fail(claimed, error.message);
    else if (isFullDisk(error)) await this.#fail(claimed, "The disk is full.");
    else {
      const sentence = `Something went wrong on our side. The log has it under job ${job.id.slice(0, 8)}.`;
      await this.#fail(claimed, sentence, error);
    }
  }

  /** Ends a job as failed, and reports an error of ours that is the cause. */
  async #fail({ job, claim }: ClaimedChunk, error: string, cause?: unknown): Promise<void> {
    const { queue, onError } = this.#options;
    const end = { state: "failed", resultBytes: null, error } as const;
    const ended = await this.#persist(() => queue.end(job.id, end, claim.token));
    // The files of a job that was canceled meanwhile are gone, which is not an error.
    if (ended && cause !== undefined) onError(cause, job.id.slice(0, 8));
  }

  /** Repeats a change while the store is out of reach. */
  async #persist<T>(change: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof StoreError) || this.#stopping.signal.aborted) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** Ignores a store that is out of reach: its health is logged, and the next tick retries. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isUnreachable = error instanceof StoreError || error instanceof UnavailableError;
      if (!isUnreachable) this.#options.onError(error, "");
    }
  }
}
