/** Limits of one job. Sizes are in bytes. */
export const FETCH_LIMITS = {
  jobMs: 20_000,
  requests: 300,
  inFlight: 24,
  perOrigin: 6,
  redirects: 5,
  /** Maximum bytes of all bodies of the job. */
  downloadedBytes: 60e6,
  /**
   * Maximum bytes received by its sockets, because headers, interim responses and chunk framing may
   * be endless.
   */
  receivedBytes: 80e6,
  /**
   * Header lines of all responses, 100 for each request. Parsing them costs more time than
   * receiving them.
   */
  headerLines: 30_000,
  /** Maximum bytes of one body. */
  bodyBytes: 15e6,
  /** Maximum bytes of all bodies that are decoded, before and after decoding. */
  encodedTextBytes: 10e6,
  decodedTextBytes: 20e6,
  /** A larger `Content-Length` is ignored, because it is more likely false than true. */
  declaredBytes: 1e9,
} as const;

/** Remaining limits of a job. */
export interface FetchBudget {
  requests: number;
  downloadedBytes: number;
  receivedBytes: number;
  headerLines: number;
  encodedTextBytes: number;
  decodedTextBytes: number;
}

/** Creates the full budget of a job; `limits` replace its own. */
export function createBudget(limits: Partial<FetchBudget> = {}): FetchBudget {
  return {
    requests: FETCH_LIMITS.requests,
    downloadedBytes: FETCH_LIMITS.downloadedBytes,
    receivedBytes: FETCH_LIMITS.receivedBytes,
    headerLines: FETCH_LIMITS.headerLines,
    encodedTextBytes: FETCH_LIMITS.encodedTextBytes,
    decodedTextBytes: FETCH_LIMITS.decodedTextBytes,
    ...limits,
  };
}

/** Returns true when the budget is too small for another request. */
export function isExhausted(budget: FetchBudget): boolean {
  const { requests, downloadedBytes, receivedBytes, headerLines } = budget;
  return Math.min(requests, downloadedBytes, receivedBytes, headerLines) <= 0;
}
