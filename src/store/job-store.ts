/**
 * States of a job: "receiving" until its input is durable, "expired" from the deletion of its files
 * until it is forgotten.
 */
export type JobState =
  | "receiving"
  | "queued"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  | "expired";

/** A job as the store has it. */
export interface JobEntry {
  id: string;
  /** 1 at first; grows with each write. */
  version: number;
  /** The sender, who has a maximum of unfinished jobs. Without spaces. */
  client: string;
  state: JobState;
  /** When an ended job expires or is forgotten, in milliseconds since 1970; 0: it is unfinished. */
  expiresAtMs: number;
  /** Bytes of its files, those reserved for what is being written included. */
  bytes: number;
  /** All other facts. */
  text: string;
}

/** Limits of all jobs together. */
export interface JobLimits {
  maxUnfinished: number;
  maxUnfinishedOfClient: number;
  maxBytes: number;
}

/** A job that is added, or the refusal: a limit of unfinished jobs, or of bytes, is reached. */
export type AddOutcome = "added" | "client-full" | "full" | "no-space";

/** "conflict": another version is stored, or none. "no-space": the limit of bytes is reached. */
export type ReplaceOutcome = "replaced" | "conflict" | "no-space";

/** Counts of jobs by their state, and the bytes of their files. */
export interface JobTotals {
  bytes: number;
  states: Partial<Record<JobState, number>>;
}

/**
 * The store of jobs, of which the files are elsewhere. Changes are compared and set, so that any
 * number of processes may work on one job. A method that writes resolves when the change is
 * durable. All of them reject with a StoreError.
 */
export interface JobStore {
  /** True when other processes may use it. */
  readonly isShared: boolean;
  add(entry: JobEntry, limits: JobLimits): Promise<AddOutcome>;
  get(id: string): Promise<JobEntry | undefined>;
  /** Returns every unfinished job, and the store's time in milliseconds since 1970. */
  listUnfinished(): Promise<{ nowMs: number; entries: JobEntry[] }>;
  /** Stores an entry as the version after `entry.version`. Fewer bytes than before always fit. */
  replace(entry: JobEntry, maxBytes: number): Promise<ReplaceOutcome>;
  /** Returns ended jobs whose time is over, those that ended first before others. */
  listExpired(nowMs: number, max: number): Promise<JobEntry[]>;
  /** Returns the ended job with files that ended first. */
  findOldestResult(): Promise<JobEntry | undefined>;
  remove(id: string): Promise<void>;
  count(): Promise<JobTotals>;
}
