/** Identities whose requests are kept for Redis while it is out of reach. */
const MAX_OWED = 100_000;

/** Usage of one day that was counted while Redis was out of reach, and is to be added there. */
export class PendingUsage {
  #counts = new Map<string, number>();
  #day = -1;

  add(identity: string, day: number, by: number): void {
    if (by === 0 || (this.#counts.size >= MAX_OWED && !this.#counts.has(identity))) return;
    if (day !== this.#day) this.#counts = new Map();
    this.#day = day;
    this.#counts.set(identity, (this.#counts.get(identity) ?? 0) + by);
  }

  /** What is owed, which is not any more. */
  drain(): { day: number; counts: Map<string, number> } {
    const taken = { day: this.#day, counts: this.#counts };
    this.#counts = new Map();
    return taken;
  }
}
