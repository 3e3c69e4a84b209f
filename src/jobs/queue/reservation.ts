import { NoSpaceError } from "./job-errors.ts";
import type { JobQueue } from "./job-queue.ts";
import type { Claim, Job } from "./job.ts";

/** Bytes that are reserved at least with each step. */
const STEP_BYTES = 262_144;

/** Bytes of the files that a claim writes, which are reserved in steps before they are written. */
export class Reservation {
  readonly #queue: JobQueue;
  readonly #id: string;
  readonly #token: string;
  #reserved: number;
  readonly #lengths = new Map<string, number>();

  constructor(queue: JobQueue, { id }: Pick<Job, "id">, { token, bytes }: Claim) {
    this.#queue = queue;
    this.#id = id;
    this.#token = token;
    this.#reserved = bytes;
  }

  /** Returns the function that a file calls before it grows. It rejects as `JobQueue.reserve`. */
  forFile(name: string): (bytes: number) => Promise<void> {
    return async (bytes) => {
      this.#lengths.set(name, bytes);
      const total = [...this.#lengths.values()].reduce((sum, length) => sum + length, 0);
      if (total <= this.#reserved) return;
      const step = Math.max(total, Math.ceil(this.#reserved * 1.25), STEP_BYTES);
      // Where a whole step finds no space, the bytes alone may.
      this.#reserved = await this.#reserve(step).catch((error: unknown) =>
        error instanceof NoSpaceError && step > total
          ? this.#reserve(total)
          : Promise.reject(error),
      );
    };
  }

  async #reserve(bytes: number): Promise<number> {
    await this.#queue.reserve(this.#id, this.#token, bytes);
    return bytes;
  }
}
