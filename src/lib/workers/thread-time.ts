import { closeSync, openSync, readlinkSync, readSync } from "node:fs";

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

/** More than the longest line of a thread's `stat`. */
const LINE_BYTES = 1024;

/**
 * The processor time of a thread of this process. Node measures a thread only from inside it, where
 * a busy one cannot answer. Keeps the file open, because opening it takes eight times as long as
 * reading it.
 */
export class ThreadTime {
  readonly #file: number;
  readonly #line = Buffer.alloc(LINE_BYTES);

  private constructor(file: number) {
    this.#file = file;
  }

  /** Returns undefined when the thread has ended or the process has too many files open. */
  static open(thread: string): ThreadTime | undefined {
    try {
      return new ThreadTime(openSync(`/proc/${thread}/stat`, "r"));
    } catch {
      return undefined;
    }
  }

  /** Returns milliseconds in steps of 10, and 0 for a thread that has ended. */
  read(): number {
    try {
      const length = readSync(this.#file, this.#line, 0, LINE_BYTES, 0);
      const text = this.#line.toString("latin1", 0, length);
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
      return (ticks * 1000) / TICKS_PER_SECOND;
    } catch {
      // The thread's exit event follows.
      return 0;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/**
 * Returns a clock of the calling thread's processor time in milliseconds; where the system has no
 * `/proc`, of the time that passes.
 */
export function createThreadClock(): () => number {
  const thread = findOwnThread();
  const time = thread === undefined ? undefined : ThreadTime.open(thread);
  return time ? () => time.read() : () => performance.now();
}

/** Returns the processor time of this process in milliseconds, over all threads. */
export function readProcessTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
