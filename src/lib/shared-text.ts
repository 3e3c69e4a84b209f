/** A small text that several processes share, such as a value in Redis. */
export interface SharedText {
  /**
   * Returns the text, or undefined when there is none. Rejects while the storage is unreachable,
   * like all methods.
   */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Returns true for only one process in each `ms`, so that one process does the work of all. */
  claim(ms: number): Promise<boolean>;
  /**
   * Calls the listener after a write of any process (spurious calls are possible); returns a
   * function that stops it.
   */
  subscribe(listener: () => void): () => void;
}
