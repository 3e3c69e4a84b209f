/** A small text that several processes share, such as a value in Redis. */
export interface SharedText {
  /** Rejects while the place where the text is kept is out of reach, as do `write` and `claim`. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Returns true for one process in each `ms`, so that one does what all of them need. */
  claim(ms: number): Promise<boolean>;
  /** Calls the listener after a write of any process (spurious calls are possible); returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}
