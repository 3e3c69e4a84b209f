import type { AddOutcome, JobEntry, JobState, JobStore, ReplaceOutcome } from "../job-store.ts";
import { parsePairs } from "./commands.ts";
import type { RedisConnection } from "./connection.ts";
import {
  ADD_JOB,
  COUNT_JOBS,
  FIND_OLDEST,
  LIST_EXPIRED,
  LIST_UNFINISHED,
  READ_JOB,
  REMOVE_JOB,
  REPLACE_JOB,
} from "./job-scripts.ts";
import type { Script } from "./script.ts";

/** One hash tag, so that a cluster keeps all jobs on one node and one script sees them. */
const PREFIX = "sundry:{jobs}";
const KEYS = [PREFIX, ...["unfinished", "ends", "results", "totals"].map((k) => `${PREFIX}:${k}`)];

/** Creates the store of jobs that all processes on one Redis share. */
export function createRedisJobs(connection: RedisConnection): JobStore {
  const run = (script: Script, args: readonly (string | number)[] = []) =>
    connection.run(script, KEYS, [...args]);
  return {
    isShared: true,
    add(entry, { maxUnfinished, maxUnfinishedOfClient, maxBytes }) {
      const limits = [maxUnfinishedOfClient, maxUnfinished, maxBytes];
      const args = [entry.id, formatEntry(entry), entry.client, entry.bytes, ...limits];
      return run(ADD_JOB, args) as Promise<AddOutcome>;
    },
    async get(id) {
      const value = await run(READ_JOB, [id]);
      return typeof value === "string" ? parseEntry(id, value) : undefined;
    },
    async listUnfinished() {
      const [nowMs, ...values] = (await run(LIST_UNFINISHED)) as string[];
      return { nowMs: Number(nowMs), entries: parsePairs(values, parseEntry) };
    },
    replace(entry, maxBytes) {
      const args = [entry.id, formatEntry(entry), entry.version, entry.bytes, maxBytes];
      return run(REPLACE_JOB, args) as Promise<ReplaceOutcome>;
    },
    listExpired: async (nowMs, max) =>
      parsePairs((await run(LIST_EXPIRED, [nowMs, max])) as string[], parseEntry),
    findOldestResult: async () => parsePairs((await run(FIND_OLDEST)) as string[], parseEntry)[0],
    remove: async (id) => void (await run(REMOVE_JOB, [id])),
    async count() {
      const totals = (await run(COUNT_JOBS)) as string[];
      const counts = parsePairs(totals, (name, count) => [name, Number(count)] as const);
      const present = counts.filter(([, count]) => count > 0);
      const { bytes = 0, ...states } = Object.fromEntries(present);
      return { bytes, states };
    },
  };
}

function formatEntry({ client, state, expiresAtMs, bytes, text }: JobEntry): string {
  return [client, state, expiresAtMs, bytes, text].join(" ");
}

function parseEntry(id: string, value: string): JobEntry {
  const head = value.split(" ", 5);
  const [version = "", client = "", state, expiresAtMs, bytes] = head;
  return {
    id,
    version: Number(version),
    client,
    state: state as JobState,
    expiresAtMs: Number(expiresAtMs),
    bytes: Number(bytes),
    text: value.slice(head.join(" ").length + 1),
  };
}
