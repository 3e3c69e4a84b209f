/** The bytes that one request or response keeps in memory, until `release`. */
export interface ByteHold {
  /** Sets the bytes that the hold counts. May cut or pause this hold, or cut others. */
  set(bytes: number): void;
  /** Stops counting. */
  release(): void;
}

/** Outcome of a hold past a limit. */
export interface HoldActions {
  /** Called at most once, after the bytes of the hold are no longer counted. */
  cut(): void;
  /** Keeps the hold from growing. Absent: it is never paused. */
  pause?(): void;
  resume?(): void;
}

interface Hold extends HoldActions {
  client: string;
  bytes: number;
  sinceMs: number;
  isReleased: boolean;
  /** Set while the hold is paused. */
  timer: NodeJS.Timeout | undefined;
}

interface ClientHolds {
  bytes: number;
  holds: Set<Hold>;
  /** Called when the client has room. */
  awaitingRoom: Set<() => void>;
}

/** Milliseconds a hold is paused before the costliest hold of its client is cut. */
const MAX_PAUSE_MS = 1000;

/** Share by which paused holds may exceed a client's half, because each still counts its last chunk. */
const PAUSED_SHARE = 0.125;

/** Share of all bytes that a client may hold before more is read for it; twice of it is where its holds are cut. */
const ROOM_SHARE = 0.25;

/**
 * Limits the bytes that all clients together keep in memory, and one client to half of them. Past its half the holds
 * of a client are paused. Where that does not help, the one that cost most so far (bytes × time) is cut. Past the
 * limit of all that happens to the client with the most bytes. So slow and large transfers yield to small ones, and
 * one client cannot crowd out the others.
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

  /** Starts a hold of 0 bytes. */
  open(client: string, actions: HoldActions): ByteHold {
    const sinceMs = performance.now();
    const hold = { ...actions, client, bytes: 0, sinceMs, isReleased: false, timer: undefined };
    return {
      set: (bytes) => this.#set(hold, bytes),
      release: () => this.#release(hold),
    };
  }

  /**
   * Returns undefined if a client may hold more, else a promise that resolves when it may. After a second its costliest
   * holds are cut for that.
   */
  waitForRoom(client: string): Promise<void> | undefined {
    const own = this.#clients.get(client);
    if (!own || this.#hasRoom(own)) return undefined;
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        own.awaitingRoom.delete(settle);
        resolve();
      };
      const timer = setTimeout(() => {
        while (!this.#hasRoom(own)) this.#cutCostliest(own);
        settle();
      }, MAX_PAUSE_MS);
      own.awaitingRoom.add(settle);
    });
  }

  #hasRoom({ bytes, holds }: ClientHolds): boolean {
    return bytes <= this.#maxBytes * ROOM_SHARE || holds.size < 2;
  }

  #announceRoom(own: ClientHolds): void {
    if (own.awaitingRoom.size > 0 && this.#hasRoom(own))
      for (const settle of own.awaitingRoom) settle();
  }

  #set(hold: Hold, bytes: number): void {
    if (hold.isReleased) return;
    const own = this.#clients.get(hold.client) ?? createClientHolds();
    this.#clients.set(hold.client, own);
    own.holds.add(hold);
    own.bytes += bytes - hold.bytes;
    this.#bytes += bytes - hold.bytes;
    hold.bytes = bytes;
    this.#announceRoom(own);
    if (this.#isOver(own)) this.#limit(hold, own);
    while (this.#bytes > this.#maxBytes) this.#cutCostliest(this.#findHeaviest(own));
  }

  #limit(hold: Hold, own: ClientHolds): void {
    if (hold.pause && own.bytes < this.#maxBytes * (0.5 + PAUSED_SHARE)) {
      // The costliest goes on, so that it ends and makes room for the others.
      if (hold !== findCostliest(own)) this.#pause(hold, own);
    } else while (this.#isOver(own)) this.#cutCostliest(own);
  }

  /** A single hold is left alone, because cutting it would help nobody else of its client. */
  #isOver(own: ClientHolds): boolean {
    return own.bytes > this.#maxBytes / 2 && own.holds.size > 1;
  }

  #pause(hold: Hold, own: ClientHolds): void {
    if (hold.timer) return;
    hold.pause?.();
    hold.timer = setTimeout(() => {
      hold.timer = undefined;
      while (this.#isOver(own) && !hold.isReleased) this.#cutCostliest(own);
      if (!hold.isReleased) hold.resume?.();
    }, MAX_PAUSE_MS);
  }

  #release(hold: Hold): void {
    hold.isReleased = true;
    clearTimeout(hold.timer);
    const own = this.#clients.get(hold.client);
    if (!own?.holds.delete(hold)) return;
    own.bytes -= hold.bytes;
    this.#bytes -= hold.bytes;
    this.#announceRoom(own);
    if (own.holds.size === 0) this.#clients.delete(hold.client);
    else this.#resume(own);
  }

  /** Resumes the holds that there is room for: all of them, or the costliest. */
  #resume(own: ClientHolds): void {
    const costliest = this.#isOver(own) ? findCostliest(own) : undefined;
    for (const hold of costliest ? [costliest] : own.holds) {
      if (!hold.timer) continue;
      clearTimeout(hold.timer);
      hold.timer = undefined;
      hold.resume?.();
    }
  }

  #cutCostliest(own: ClientHolds): void {
    const hold = findCostliest(own);
    if (!hold) return;
    this.#release(hold);
    hold.cut();
  }

  #findHeaviest(first: ClientHolds): ClientHolds {
    let heaviest = first;
    for (const client of this.#clients.values()) {
      if (client.bytes > heaviest.bytes) heaviest = client;
    }
    return heaviest;
  }
}

function createClientHolds(): ClientHolds {
  return { bytes: 0, holds: new Set(), awaitingRoom: new Set() };
}

function findCostliest({ holds }: ClientHolds): Hold | undefined {
  const nowMs = performance.now();
  let costliest: Hold | undefined;
  let most = -1;
  for (const hold of holds) {
    const cost = hold.bytes * (nowMs - hold.sinceMs);
    if (cost > most) [costliest, most] = [hold, cost];
  }
  return costliest;
}
