/** The bytes that one request or response keeps in memory, until `release`. */
export interface ByteHold {
  /** Counts so many bytes from now on. May cut this hold or others. */
  set(bytes: number): void;
  /** Counts nothing any more. */
  release(): void;
}

interface Hold {
  client: string;
  bytes: number;
  sinceMs: number;
  isReleased: boolean;
  cut: () => void;
}

interface ClientHolds {
  bytes: number;
  holds: Set<Hold>;
}

/**
 * Limits the bytes that all clients together keep in memory, and one client to half of them. Past a limit the hold that
 * cost most so far (bytes × time) is cut, of the client with the most bytes, so that slow and large transfers yield to
 * small ones and one client cannot crowd out the others.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #clients = new Map<string, ClientHolds>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Starts a hold of 0 bytes. `cut` is called at most once, after its bytes are no longer counted. */
  open(client: string, cut: () => void): ByteHold {
    const hold: Hold = { client, bytes: 0, sinceMs: performance.now(), isReleased: false, cut };
    return {
      set: (bytes) => this.#set(hold, bytes),
      release: () => this.#release(hold),
    };
  }

  #set(hold: Hold, bytes: number): void {
    if (hold.isReleased) return;
    const own = this.#clients.get(hold.client) ?? { bytes: 0, holds: new Set() };
    this.#clients.set(hold.client, own);
    own.holds.add(hold);
    own.bytes += bytes - hold.bytes;
    this.#bytes += bytes - hold.bytes;
    hold.bytes = bytes;
    // A single hold is left alone, because cutting it would help nobody else of this client.
    while (own.bytes > this.#maxBytes / 2 && own.holds.size > 1) this.#cutCostliest(own);
    while (this.#bytes > this.#maxBytes) this.#cutCostliest(this.#heaviest(own));
  }

  #release(hold: Hold): void {
    hold.isReleased = true;
    const own = this.#clients.get(hold.client);
    if (!own?.holds.delete(hold)) return;
    own.bytes -= hold.bytes;
    this.#bytes -= hold.bytes;
    if (own.holds.size === 0) this.#clients.delete(hold.client);
  }

  #cutCostliest({ holds }: ClientHolds): void {
    const nowMs = performance.now();
    let costliest: Hold | undefined;
    let most = -1;
    for (const hold of holds) {
      const cost = hold.bytes * (nowMs - hold.sinceMs);
      if (cost > most) [costliest, most] = [hold, cost];
    }
    if (!costliest) return;
    this.#release(costliest);
    costliest.cut();
  }

  #heaviest(first: ClientHolds): ClientHolds {
    let heaviest = first;
    for (const client of this.#clients.values()) {
      if (client.bytes > heaviest.bytes) heaviest = client;
    }
    return heaviest;
  }
}
