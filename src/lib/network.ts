/** The kinds of failure that a URL or its target can cause; each ends the `type` of a problem answer. */
export type FetchErrorCode =
  | "bad-url"
  | "blocked"
  | "dns"
  | "unreachable"
  | "tls"
  | "timeout"
  | "redirects"
  | "status"
  | "not-html"
  | "too-large"
  | "undecodable";

/** A URL could not be fetched. The message completes the sentence that a field's name begins ("url is blocked: …"). */
export class FetchError extends Error {
  readonly kind: FetchErrorCode;

  constructor(kind: FetchErrorCode, message: string) {
    super(message);
    this.name = "FetchFailure";
    this.kind = kind;
  }
}

/** The status line and headers of one response. */
export interface ResponseHead {
  url: string;
  status: number;
  /** By lower-case name; values of a repeated header joined by a comma. */
  headers: Readonly<Record<string, string>>;
  /** Bytes of status line and headers as sent, blank line included. */
  headerBytes: number;
}

/** What came back for a URL, after its redirects. */
export interface FetchedResponse extends ResponseHead {
  /** The redirects on the way, in order. */
  redirects: readonly ResponseHead[];
  /** Bytes of the body on the wire: received, or declared where it was not read. */
  bodyBytes: number;
  /** The decoded body, where it was wanted. */
  body?: Uint8Array;
  /** A limit ended the body before its end. */
  cut: boolean;
}

/** What a caller wants of a URL. */
export interface FetchOptions {
  accept: string;
  /** Called with the last response's head: true reads and decodes the body, false only finds its length. */
  body(head: ResponseHead): boolean;
  /** Further request headers, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** A longer body is cut, in bytes as received; left out: the job's own limits. */
  maxBodyBytes?: number;
  /** Returns false for an address that must not be requested, redirects included; left out: none. */
  allows?(url: URL): boolean;
}

/** One job's way out: its limits on time, requests and bytes hold for everything got through it. */
export interface FetchSession {
  /** Gets one URL, following redirects. Throws FetchFailure. */
  get(url: string, wanted: FetchOptions): Promise<FetchedResponse>;
  /** Milliseconds until the job's deadline, at least 0. */
  remainingMs(): number;
  /** Requests that the job's limit has refused so far. */
  refused(): number;
  /** Gives back what was used up, save time: a job that has to begin again has its requests and bytes again. */
  renew(): void;
  /** Closes every connection; safe to call twice. */
  end(): void;
}

/** The guarded way to addresses that strangers choose. */
export interface Network {
  /**
   * Begins a job at this URL's host. Throws FetchFailure where the URL or its host may not be fetched,
   * NotNowError when outbound requests are off, or too many jobs run, here or at this host.
   */
  openSession(url: string): Promise<FetchSession>;
}
