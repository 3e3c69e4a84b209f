/** The bytes that one request or response keeps in memory, until `release`. */
export interface ByteReservation {
  /** Sets the reserved bytes. May pause or abort this reservation, or abort others. */
  set(bytes: number): void;
  /** Stops counting. */
  release(): void;
}

/** Called when a limit is exceeded. */
interface ReservationActions {
  /** Called at most once, after the bytes are no longer counted. */
  abort(): void;
  /** Keeps the reservation from growing. Absent: it is never paused. */
  pause?(): void;
  resume?(): void;
}

interface Reservation extends ReservationActions {
  client: string;
  bytes: number;
  sinceMs: number;
  isReleased: boolean;
  /** Set while the reservation is paused. */
  timer: NodeJS.Timeout | undefined;
}

interface ClientAccount {
  bytes: number;
  reservations: Set<Reservation>;
  /** Called when the client has capacity again. */
  onCapacity: Set<() => void>;
}

/** Milliseconds that a reservation is paused before the costliest one of its client is aborted. */
const MAX_PAUSE_MS = 1000;

/**
 * Share by which paused reservations may exceed a client's half: each still counts its last chunk.
 */
const PAUSED_SHARE = 0.125;

/**
 * Share of all bytes past which nothing more is read for a client. Past twice of it, it is aborted.
 */
const SOFT_SHARE = 0.25;

/**
 * Limits the bytes that all clients together keep in memory, and one client to half of them. Past
 * its half the reservations of a client are paused. Where that does not help, the one that cost
 * most so far (bytes × time) is aborted. Past the limit of all, the client with the most bytes
 * loses its costliest. So slow and large transfers yield to small ones, and one client cannot crowd
 * out the others.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #clients = new Map<string, ClientAccount>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Starts a reservation of 0 bytes. */
  reserve(client: string, actions: ReservationActions): ByteReservation {
    const sinceMs = performance.now();
    const state = { client, bytes: 0, sinceMs, isReleased: false, timer: undefined };
    const reservation = { ...actions, ...state };
    return {
      set: (bytes) => this.#set(reservation, bytes),
      release: () => this.#release(reservation),
    };
  }

  /** Returns true if a client may reserve more. */
  hasCapacity(client: string): boolean {
    const account = this.#clients.get(client);
    return !account || this.#hasCapacity(account);
  }

  /**
   * Returns undefined if a client may reserve more, else a promise that resolves when it may. After
   * a second its costliest reservations are aborted for that.
   */
  waitForCapacity(client: string): Promise<void> | undefined {
    const account = this.#clients.get(client);
    if (!account || this.#hasCapacity(account)) return undefined;
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        account.onCapacity.delete(settle);
        resolve();
      };
      const timer = setTimeout(() => {
        while (!this.#hasCapacity(account)) this.#abortCostliest(account);
        settle();
      }, MAX_PAUSE_MS);
      account.onCapacity.add(settle);
    });
  }

  #hasCapacity({ bytes, reservations }: ClientAccount): boolean {
    return bytes <= this.#maxBytes * SOFT_SHARE || reservations.size < 2;
  }

  #notifyWaiters(account: ClientAccount): void {
    if (account.onCapacity.size > 0 && this.#hasCapacity(account))
      for (const settle of account.onCapacity) settle();
  }

  #set(reservation: Reservation, bytes: number): void {
    if (reservation.isReleased) return;
    const account = this.#clients.get(reservation.client) ?? createClientAccount();
    this.#clients.set(reservation.client, account);
    account.reservations.add(reservation);
    account.bytes += bytes - reservation.bytes;
    this.#bytes += bytes - reservation.bytes;
    reservation.bytes = bytes;
    this.#notifyWaiters(account);
    if (this.#isOver(account)) this.#limit(reservation, account);
    while (this.#bytes > this.#maxBytes) this.#abortCostliest(this.#findLargestClient(account));
  }

  #limit(reservation: Reservation, account: ClientAccount): void {
    if (reservation.pause && account.bytes < this.#maxBytes * (0.5 + PAUSED_SHARE)) {
      // The costliest goes on, so that it ends and leaves its bytes to the others.
      if (reservation !== findCostliest(account)) this.#pause(reservation, account);
    } else while (this.#isOver(account)) this.#abortCostliest(account);
  }

  /** A single reservation is left alone, because aborting it would help no other of its client. */
  #isOver(account: ClientAccount): boolean {
    return account.bytes > this.#maxBytes / 2 && account.reservations.size > 1;
  }

  #pause(reservation: Reservation, account: ClientAccount): void {
    if (reservation.timer) return;
    reservation.pause?.();
    reservation.timer = setTimeout(() => {
      reservation.timer = undefined;
      while (this.#isOver(account) && !reservation.isReleased) this.#abortCostliest(account);
      if (!reservation.isReleased) reservation.resume?.();
    }, MAX_PAUSE_MS);
  }

  #release(reservation: Reservation): void {
    reservation.isReleased = true;
    clearTimeout(reservation.timer);
    const account = this.#clients.get(reservation.client);
    if (!account?.reservations.delete(reservation)) return;
    account.bytes -= reservation.bytes;
    this.#bytes -= reservation.bytes;
    this.#notifyWaiters(account);
    if (account.reservations.size === 0) this.#clients.delete(reservation.client);
    else this.#resume(account);
  }

  /** Resumes all reservations that are within the limit, else the costliest. */
  #resume(account: ClientAccount): void {
    const costliest = this.#isOver(account) ? findCostliest(account) : undefined;
    for (const reservation of costliest ? [costliest] : account.reservations) {
      if (!reservation.timer) continue;
      clearTimeout(reservation.timer);
      reservation.timer = undefined;
      reservation.resume?.();
    }
  }

  #abortCostliest(account: ClientAccount): void {
    const reservation = findCostliest(account);
    if (!reservation) return;
    this.#release(reservation);
    reservation.abort();
  }

  #findLargestClient(first: ClientAccount): ClientAccount {
    let largest = first;
    for (const client of this.#clients.values()) {
      if (client.bytes > largest.bytes) largest = client;
    }
    return largest;
  }
}

function createClientAccount(): ClientAccount {
  return { bytes: 0, reservations: new Set(), onCapacity: new Set() };
}

function findCostliest({ reservations }: ClientAccount): Reservation | undefined {
  const nowMs = performance.now();
  let costliest: Reservation | undefined;
  let highestCost = -1;
  for (const reservation of reservations) {
    const cost = reservation.bytes * (nowMs - reservation.sinceMs);
    if (cost > highestCost) [costliest, highestCost] = [reservation, cost];
  }
  return costliest;
}
