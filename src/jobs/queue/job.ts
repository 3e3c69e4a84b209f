import { randomBytes } from "node:crypto";
import { createRandomText } from "../../lib/text/random-text.ts";
import type { JobEntry } from "../../store/store.ts";
import type { BatchOutput } from "../options.ts";

/** A chunk that a process works on, until `untilMs`; then any other may take it over. */
export interface Claim {
  /** Counts from 0; the number of chunks for the file that joins them, -1 for the input. */
  chunk: number;
  /** Differs for each claim. */
  token: string;
  /** The process. */
  worker: string;
  untilMs: number;
  /** Bytes that are reserved for its file. */
  bytes: number;
}

/** All that is known of a job, apart from its rows and options. */
interface JobFacts {
  tool: string;
  output: BatchOutput;
  rows: number;
  chunks: number;
  /** Chunks before it are finished or claimed. */
  next: number;
  claims: readonly Claim[];
  /** Rows of finished chunks, and those of them that failed. */
  done: number;
  failed: number;
  createdAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  /** When a chunk of it was claimed last, by which jobs take turns. */
  turnMs: number;
  /** No chunk is claimed before, because of a limit of rows per minute. */
  pausedUntilMs: number;
  resultBytes: number | null;
  error: string | null;
  /** The chunk with the first failed row of a job that stops at it. */
  stop: { chunk: number; error: string } | null;
}

export interface Job extends Omit<JobEntry, "text">, JobFacts {}

/** Milliseconds that a claim lasts without being renewed. */
export const CLAIM_MS = 10_000;

/** Bytes that are reserved for a chunk when it is claimed. */
const CLAIM_BYTES = 65_536;

/** Chunks of one job that one process works on. */
const MAX_CLAIMS_OF_WORKER = 2;

/** Returns a text that no other process makes. */
export function createToken(): string {
  return randomBytes(8).toString("hex");
}

/** Returns true for a text of the form of ids. */
export function isJobId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

export function parseJob({ text, ...entry }: JobEntry): Job {
  return { ...(JSON.parse(text) as JobFacts), ...entry };
}

export function formatJob(job: Job): JobEntry {
  const { id, version, client, state, expiresAtMs, bytes, ...facts } = job;
  return { id, version, client, state, expiresAtMs, bytes, text: JSON.stringify(facts) };
}

export function isEnded({ expiresAtMs }: Job): boolean {
  return expiresAtMs > 0;
}

/** The process that claims, and the time. */
export interface Claimant {
  worker: string;
  /** Of its next claim. */
  token: string;
  nowMs: number;
  /** Returns true when the claim of a chunk has expired. */
  isAbandoned(claim: Claim): boolean;
}

/** Returns the job with a claim of an unclaimed chunk; undefined when there is none. */
export function claimChunk(job: Job, claimant: Claimant): Job | undefined {
  const { worker, token, nowMs } = claimant;
  if (job.state !== "queued" && job.state !== "running") return undefined;
  if (job.pausedUntilMs > nowMs) return undefined;
  const abandoned = job.claims.find((claim) => claimant.isAbandoned(claim));
  const held = job.claims.filter((claim) => claim.worker === worker && claim !== abandoned);
  if (held.length >= MAX_CLAIMS_OF_WORKER) return undefined;
  const chunk = abandoned?.chunk ?? findNextChunk(job);
  if (chunk === undefined) return undefined;
  const bytes = abandoned?.bytes ?? CLAIM_BYTES;
  const claim = { chunk, token, worker, untilMs: nowMs + CLAIM_MS, bytes };
  return {
    ...job,
    state: "running",
    startedAtMs: job.startedAtMs ?? nowMs,
    turnMs: nowMs,
    next: Math.max(job.next, chunk + 1),
    claims: [...job.claims.filter((existing) => existing !== abandoned), claim],
    bytes: job.bytes + (abandoned ? 0 : bytes),
  };
}

/** Returns the next chunk, or the number of chunks when all are finished and can be joined. */
function findNextChunk({ next, chunks, stop, claims }: Job): number | undefined {
  if (next < (stop ? stop.chunk : chunks)) return next;
  return claims.length === 0 && next <= chunks ? chunks : undefined;
}

/** Returns a job whose input is received by the process that has the claim. */
export function createJob(
  facts: Pick<Job, "client" | "tool" | "bytes">,
  { worker, token, nowMs }: Claimant,
): { job: Job; claim: Claim } {
  const untilMs = nowMs + CLAIM_MS;
  const claim = { chunk: -1, token, worker, untilMs, bytes: facts.bytes };
  // 128 random bits, because the id is the only key to the job.
  const id = createRandomText(16);
  return { job: { ...NEW_JOB, ...facts, id, claims: [claim], createdAtMs: nowMs }, claim };
}

const NEW_JOB = {
  version: 1,
  state: "receiving",
  expiresAtMs: 0,
  output: "ndjson",
  rows: 0,
  chunks: 0,
  next: 0,
  done: 0,
  failed: 0,
  startedAtMs: null,
  finishedAtMs: null,
  turnMs: 0,
  pausedUntilMs: 0,
  resultBytes: null,
  error: null,
  stop: null,
} as const satisfies Partial<Job>;

/** Returns the job with the claim changed, or removed; undefined where the claim is lost. */
export function changeClaim(
  job: Job,
  token: string,
  change?: Partial<Pick<Claim, "untilMs" | "bytes">>,
): Job | undefined {
  const claim = job.claims.find((candidate) => candidate.token === token);
  if (!claim) return undefined;
  const changed = change && { ...claim, ...change };
  return {
    ...job,
    claims: job.claims.flatMap((candidate) => (candidate === claim ? (changed ?? []) : candidate)),
    bytes: job.bytes - claim.bytes + (changed?.bytes ?? 0),
  };
}

export interface ChunkResult {
  rows: number;
  failed: number;
  bytes: number;
  /** The first failed row of a job that stops at it. */
  stop?: string | undefined;
}

/** Returns the job with a finished chunk; undefined where the claim is lost. */
export function finishChunk(job: Job, { chunk, token }: Claim, result: ChunkResult) {
  const changed = changeClaim(job, token);
  if (!changed) return undefined;
  const isFirst = result.stop !== undefined && chunk < (job.stop?.chunk ?? Infinity);
  return {
    ...changed,
    done: job.done + result.rows,
    failed: job.failed + result.failed,
    bytes: changed.bytes + result.bytes,
    stop: isFirst ? { chunk, error: result.stop ?? "" } : job.stop,
  };
}

export type JobEnd = Pick<Job, "state" | "error" | "resultBytes" | "finishedAtMs" | "expiresAtMs">;

/** Returns the ended job. Its bytes count until its files are deleted. */
export function endJob(job: Job, end: JobEnd): Job {
  return { ...job, ...end, claims: [] };
}
