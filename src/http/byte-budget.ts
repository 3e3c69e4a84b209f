/** Bytes that all clients together may hold in memory, of which one client gets at most half. */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #byClient = new Map<string, number>();
  #used = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True while there is room for more of this client. */
  hasRoom(client: string): boolean {
    return this.#used < this.#maxBytes && this.#usedBy(client) < this.#maxBytes / 2;
  }

  /** Counts bytes that have arrived already, also past the limit. */
  reserve(client: string, bytes: number): void {
    this.#used += bytes;
    this.#byClient.set(client, this.#usedBy(client) + bytes);
  }

  release(client: string, bytes: number): void {
    this.#used -= bytes;
    const rest = this.#usedBy(client) - bytes;
    if (rest > 0) this.#byClient.set(client, rest);
    else this.#byClient.delete(client);
  }

  #usedBy(client: string): number {
    return this.#byClient.get(client) ?? 0;
  }
}
