const ROWS = 4;
const COLUMNS = 1 << 18;

/**
 * A count-min sketch with conservative update (Cormode and Muthukrishnan, 2005; Estan and Varghese,
 * 2002): counts of any number of names in 4 MiB. A count is never too low and rarely too high.
 */
export class CountMinSketch {
  readonly #cells = new Uint32Array(ROWS * COLUMNS);
  /** Random per process, so that callers cannot choose colliding names. */
  readonly #seed = (Math.random() * 0xffffffff) >>> 0;

  /** Adds `amount` to the count of `name` and returns the count; 0 only reads it. */
  add(name: string, amount: number): number {
    const { first, step } = hashTwice(name, this.#seed);
    const cells = Array.from(
      { length: ROWS },
      (_, row) => row * COLUMNS + (((first + row * step) >>> 0) % COLUMNS),
    );
    const count = Math.min(...cells.map((cell) => this.#cells[cell] ?? 0)) + amount;
    // Conservative update: only cells below the new count grow.
    for (const cell of cells) this.#cells[cell] = Math.max(this.#cells[cell] ?? 0, count);
    return count;
  }
}

/**
 * Returns two FNV-1a hashes with a finalizer. Two are enough, because linear combinations of them
 * behave like independent hashes (Kirsch and Mitzenmacher, 2006).
 */
function hashTwice(name: string, seed: number): { first: number; step: number } {
  let first = seed ^ 0x811c9dc5;
  let step = ~seed;
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    step = Math.imul(step ^ unit, 0x85ebca6b);
  }
  return { first: finalize(first), step: finalize(step) | 1 };
}

function finalize(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b);
  return (twice ^ (twice >>> 16)) >>> 0;
}
