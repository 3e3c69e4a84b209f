import { readFileSync, readlinkSync } from "node:fs";

/**
 * Clock ticks per second in `/proc` on every Linux that Node supports (proc(5),
 * `sysconf(_SC_CLK_TCK)`).
 */
const TICKS_PER_SECOND = 100;

/**
 * Positions of user and system time in `/proc/PID/task/TID/stat`, counted after the name in
 * parentheses (proc(5)).
 */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Returns the path of the calling thread below `/proc`, or undefined where the system has none. */
export function findOwnThread(): string | undefined {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    // Systems other than Linux have no /proc.
    return undefined;
  }
}

/**
 * Returns the processor time of a thread of this process in milliseconds, in steps of 10. Node
 * measures a thread only from inside it, where a busy one cannot answer. Returns 0 for a thread
 * that has ended.
 */
export function readThreadTime(thread: string): number {
  try {
    const text = readFileSync(`/proc/${thread}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return (ticks * 1000) / TICKS_PER_SECOND;
  } catch {
    // The thread's exit event follows.
    return 0;
  }
}

/** Returns the processor time of this process in milliseconds, over all threads. */
export function readProcessTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
