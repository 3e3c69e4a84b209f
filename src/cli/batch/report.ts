import { toPrintable } from "../../lib/text/printable.ts";

/** Rows whose errors are printed at the end. */
const MAX_ERRORS = 5;

const BAR_WIDTH = 24;
const INTERVAL_MS = 200;

/** Counts rows, shows a bar on a terminal and prints the sum at the end. */
export class BatchReport {
  readonly #total: number;
  readonly #startMs = performance.now();
  readonly #isShown = process.stderr.isTTY;
  #done = 0;
  #failed = 0;
  #errors: string[] = [];
  #drawnMs = -Infinity;

  constructor(total: number) {
    this.#total = total;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Counts a row; `error` is absent for a good one. */
  add(row: number, error: string | undefined): void {
    this.#done += 1;
    if (error !== undefined) {
      this.#failed += 1;
      if (this.#errors.length < MAX_ERRORS) this.#errors.push(`row ${row}: ${error}`);
    }
    this.#draw();
  }

  /** Sets the counts that a server reports. */
  update(done: number, failed: number): void {
    this.#done = done;
    this.#failed = failed;
    this.#draw();
  }

  /** Starts counting again, because the rows of a result follow. */
  reset(): void {
    this.#done = 0;
    this.#failed = 0;
    this.#errors = [];
  }

  /** Prints the counts and the first errors. */
  finish(): void {
    this.#erase();
    const seconds = ((performance.now() - this.#startMs) / 1000).toFixed(1);
    const counts = `${this.#done} rows, ${this.#done - this.#failed} ok, ${this.#failed} failed`;
    process.stderr.write(`${counts}, ${seconds} s\n`);
    for (const error of this.#errors) process.stderr.write(`${toPrintable(error)}\n`);
  }

  #draw(): void {
    const nowMs = performance.now();
    if (!this.#isShown || nowMs - this.#drawnMs < INTERVAL_MS) return;
    this.#drawnMs = nowMs;
    const rate = this.#done / ((nowMs - this.#startMs) / 1000);
    const secondsLeft = rate > 0 ? Math.ceil((this.#total - this.#done) / rate) : 0;
    const filled = Math.round((this.#done / this.#total) * BAR_WIDTH);
    const bar = "#".repeat(filled).padEnd(BAR_WIDTH, ".");
    const counts = `${this.#done}/${this.#total} rows, ${Math.round(rate)}/s, ${secondsLeft} s left`;
    process.stderr.write(`\r[${bar}] ${counts}, ${this.#failed} failed\u001b[K`);
  }

  #erase(): void {
    if (this.#isShown && this.#drawnMs > 0) process.stderr.write("\r\u001b[K");
  }
}
