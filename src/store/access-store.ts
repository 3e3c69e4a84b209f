/** Kinds of entries: issued keys, sessions, registered inboxes, and sign-ins that have begun. */
export type AccessKind = "key" | "session" | "inbox" | "sign-in";

/** A small text that all processes share, with the times that decide its end. */
export interface AccessEntry {
  id: string;
  text: string;
  /** 1 at first; grows with each change of the text. */
  revision: number;
  createdAtMs: number;
  /** When it was used last; 0: never. */
  usedAtMs: number;
  /** When it ends; undefined: never. */
  expiresAtMs: number | undefined;
}

export interface EntryChange extends Pick<AccessEntry, "id" | "text" | "expiresAtMs"> {
  /** The revision that is changed; 0 creates the entry. */
  revision: number;
  /**
   * Maximum entries of the kind, which a creation may not exceed. Those that end and those that do
   * not are counted apart, so that revoked keys do not take the places of others.
   */
  max: number;
  /** True: past `max` the oldest entry ends. False: the creation is refused. Default: false. */
  evictsOldest?: boolean;
}

/** "conflict": another revision is stored. "full": there are `max` entries. */
export type ChangeOutcome = "stored" | "conflict" | "full";

/** Live entries of a kind. */
export interface EntryCounts {
  lasting: number;
  expiring: number;
}

/**
 * The store of keys, sessions and names. A method that writes resolves when the change is durable.
 * All of them reject with a StoreError. Entries past their end do not exist for any method.
 */
export interface AccessStore {
  get(kind: AccessKind, id: string): Promise<AccessEntry | undefined>;
  /** Returns all entries of a kind, oldest first. */
  list(kind: AccessKind): Promise<AccessEntry[]>;
  count(kind: AccessKind): Promise<EntryCounts>;
  change(kind: AccessKind, change: EntryChange): Promise<ChangeOutcome>;
  /** Sets when an entry was used, and its end unless undefined. */
  touch(
    kind: AccessKind,
    id: string,
    use: { usedAtMs: number; expiresAtMs?: number | undefined },
  ): Promise<void>;
  /** Resolves with true for the one call that deleted the entry. */
  remove(kind: AccessKind, id: string): Promise<boolean>;
}
