export interface InboxAddress {
  inbox: string;
  seq?: number;
}

/** The caller that reads an inbox. */
export interface InboxReader {
  /** The read token of a private inbox. */
  token: string | undefined;
  ipPrefix: string;
  signal: AbortSignal;
}

export interface InboxResources {
  /**
   * Returns an inbox with its newest records, or one whole record, as JSON; undefined when there is
   * none, or when the reader lacks the token.
   */
  read(address: InboxAddress, reader: InboxReader): Promise<string | undefined>;
  /** Resolves with false for a private inbox without its token. */
  mayRead(inbox: string, reader: InboxReader): Promise<boolean>;
  /** Calls `listener` after each record of an inbox. Returns the function that ends it. */
  watch(inbox: string, token: string | undefined, listener: () => void): () => void;
}

const URI = /^sundry:\/\/inbox\/([^/?#]+)(?:\/([1-9]\d{0,14}))?$/;

/** Parses the URI of an inbox or record; undefined for other text. */
export function parseInboxUri(uri: string): InboxAddress | undefined {
  const [, name, seq] = URI.exec(uri) ?? [];
  if (name === undefined) return undefined;
  try {
    const inbox = decodeURIComponent(name);
    return seq === undefined ? { inbox } : { inbox, seq: Number(seq) };
  } catch {
    return undefined;
  }
}

export function formatInboxUri({ inbox, seq }: InboxAddress): string {
  const base = `sundry://inbox/${encodeURIComponent(inbox)}`;
  return seq === undefined ? base : `${base}/${seq}`;
}
