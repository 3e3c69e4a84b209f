/** The reason why a URL could not be fetched. It ends the `type` of a problem+json response. */
export type FetchErrorCode =
  | "bad-url"
  | "blocked"
  | "dns"
  | "offline"
  | "unreachable"
  | "tls"
  | "timeout"
  | "redirects"
  | "status"
  | "not-html"
  | "too-large"
  | "undecodable";

/**
 * A URL could not be fetched. The message continues a sentence that begins with a field's path:
 * "url is blocked …".
 */
export class FetchError extends Error {
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode, message: string) {
    super(message);
    this.name = "FetchError";
    this.code = code;
  }
}

/** The status and headers of one response. */
export interface ResponseHead {
  url: string;
  status: number;
  /** By lower-case name. Values of a repeated header are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  /** Bytes of the status line and the header block on the wire, including the blank line. */
  headerBytes: number;
}

/** The response to a URL after its redirects. */
export interface FetchedResponse extends ResponseHead {
  /** The redirects that were followed, in order. */
  redirects: readonly ResponseHead[];
  /** Bytes of the encoded body: received, or declared by `Content-Length` when it was not read. */
  bodyBytes: number;
  /** The decoded body, if it was requested and is not empty. */
  body?: Uint8Array;
  /** True if a limit ended the body early. */
  truncated: boolean;
}

export interface FetchOptions {
  accept: string;
  /**
   * Receives the head of the final response. Returns true to read and decode the body, false to
   * measure it only.
   */
  wantsBody(head: ResponseHead): boolean;
  /** Further request headers, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** Encoded bytes after which a body is truncated. Default: the limit of the job. */
  maxBodyBytes?: number;
  /** Returns false for a URL that must not be requested, redirects included. Default: none. */
  allows?(url: URL): boolean;
}

/**
 * One job's access to the network. Its limits on time, requests and bytes cover everything fetched
 * through it.
 */
export interface FetchSession {
  /** Fetches one URL and follows its redirects. Throws FetchError. */
  get(url: string, options: FetchOptions): Promise<FetchedResponse>;
  /** Milliseconds until the deadline of the job, at least 0. */
  remainingMs(): number;
  /** Returns the number of requests that were rejected because the budget was exhausted. */
  overBudgetCount(): number;
  /**
   * Restores the full budget of requests and bytes, so that a job can restart. The deadline stays.
   */
  resetBudget(): void;
  /** Closes every connection. Calling it again has no effect. */
  close(): void;
}

/** SSRF-safe access to URLs that callers choose. */
export interface Network {
  /**
   * Opens a session for a job at this URL's host. Throws FetchError if the URL or its host may not
   * be fetched. Throws UnavailableError if outbound requests are off or too many jobs run, here or
   * at this host.
   */
  openSession(url: string): Promise<FetchSession>;
}
