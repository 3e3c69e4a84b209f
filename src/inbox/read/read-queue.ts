import type { RequestContext } from "../../http/context.ts";
import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import { UnavailableError } from "../../lib/errors.ts";
import { LruCache } from "../../lib/lru.ts";
import type { RecordPage } from "../../store/store.ts";

/** The client and inbox of a read, so that one client's reads do not delay others. */
export interface ReadClient {
  /** The client's address, as limits count it. */
  client: string;
  /** Returns true when the client has disconnected. */
  isDisconnected(): boolean;
}

/** Returns the client that sent a request. */
export function toReadClient({ client, connection }: RequestContext): ReadClient {
  return { client: client.ipPrefix, isDisconnected: () => connection.destroyed };
}

/**
 * Maximum concurrent reads of inboxes that are large or of unknown size. Each may take 20 MB, and
 * the store answers one at a time.
 */
const MAX_READS = 4;
const MAX_READS_PER_CLIENT = 2;

/** Reads of smaller inboxes do not queue, because they take about as long as the queue itself. */
const MIN_QUEUED_BYTES = 262_144;

/**
 * Concurrent reads of a small inbox; more of them queue, because one new record can make all of
 * them large.
 */
const MAX_SMALL_READS = 4;

/** Inboxes whose size is remembered. */
const MAX_KNOWN_INBOXES = 10_000;

interface ClientReads {
  running: number;
  waiting: (() => void)[];
  /** True while responses that the client does not read take its share of the memory. */
  isOverShare: boolean;
}

/**
 * Returns undefined if a client's responses leave capacity for another one, else a promise that
 * resolves when they do.
 */
type WaitForCapacity = (client: string) => Promise<void> | undefined;

/**
 * Limits concurrent reads and serves clients in turn, so that hundreds of reads of one client
 * neither fill the memory nor delay the others. Skips a queued read whose client has disconnected.
 * Reads nothing for a client whose earlier responses are not read.
 */
export class ReadQueue {
  /** Clients in the order of their turns. */
  readonly #clients = new Map<string, ClientReads>();
  /** Bytes by inbox, as of the last read. */
  readonly #sizes = new LruCache<string, number>(MAX_KNOWN_INBOXES);
  /** Running reads that did not queue, by inbox. */
  readonly #smallReads = new KeyedSlots({ maxPerKey: MAX_SMALL_READS });
  readonly #waitForCapacity: WaitForCapacity;
  #running = 0;

  constructor(waitForCapacity: WaitForCapacity) {
    this.#waitForCapacity = waitForCapacity;
  }

  /** Runs a read when it is its turn. Rejects as the read does. */
  async run<T extends RecordPage>(
    caller: ReadClient,
    inbox: string,
    read: () => Promise<T>,
  ): Promise<T> {
    const isSmall = (this.#sizes.get(inbox) ?? Infinity) < MIN_QUEUED_BYTES;
    const release = isSmall ? this.#smallReads.take(inbox) : undefined;
    const page = await (release ? read().finally(release) : this.#queue(caller, read));
    this.#sizes.set(inbox, page.meta?.bytes ?? 0);
    return page;
  }

  async #queue<T>({ client, isDisconnected }: ReadClient, read: () => Promise<T>): Promise<T> {
    const reads = this.#clients.get(client) ?? { running: 0, waiting: [], isOverShare: false };
    this.#clients.set(client, reads);
    const turn = new Promise<void>((resolve) => reads.waiting.push(resolve));
    this.#startNext();
    await turn;
    try {
      if (isDisconnected())
        throw new UnavailableError("The connection is closed.", "overloaded", 1);
      return await read();
    } finally {
      reads.running -= 1;
      this.#running -= 1;
      if (reads.running === 0 && reads.waiting.length === 0) this.#clients.delete(client);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [client, reads] of this.#clients) {
      if (this.#running >= MAX_READS) return;
      if (reads.running >= MAX_READS_PER_CLIENT || reads.waiting.length === 0) continue;
      if (reads.isOverShare || this.#lacksCapacity(client, reads)) continue;
      const start = reads.waiting.shift();
      if (!start) continue;
      reads.running += 1;
      this.#running += 1;
      // Moved to the end, so that the other clients' turns come first.
      this.#clients.delete(client);
      this.#clients.set(client, reads);
      start();
    }
  }
  #lacksCapacity(client: string, reads: ClientReads): boolean {
    const capacity = this.#waitForCapacity(client);
    if (capacity) void this.#startAfter(capacity, reads);
    return capacity !== undefined;
  }

  async #startAfter(capacity: Promise<void>, reads: ClientReads): Promise<void> {
    reads.isOverShare = true;
    await capacity;
    reads.isOverShare = false;
    this.#startNext();
  }
}
