/** A small text that several processes share, such as a value in Redis. */
export interface SharedText {
  /** Returns the text, if any. Rejects while the storage is unreachable, like all methods. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Returns true for only one process in each `ms`, so that one process does the work of all. */
  claim(ms: number): Promise<boolean>;
  /** Calls the listener after writes, sometimes without one; returns the function to stop. */
  subscribe(listener: () => void): () => void;
}
