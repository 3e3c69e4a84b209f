/** What one job may use. Sizes in bytes. */
export interface Limits {
  jobMs: number;
  requests: number;
  inFlight: number;
  perOrigin: number;
  redirects: number;
  /** Everything drawn by the job. */
  downloadedBytes: number;
  /** Everything that its sockets receive: headers, interim answers and transfer framing too, which may have no end. */
  receivedBytes: number;
  /** One body. */
  bodyBytes: number;
  /** Bodies that are read, as received and decoded. */
  encodedTextBytes: number;
  decodedTextBytes: number;
  /** A longer declared length is not believed. */
  declaredBytes: number;
}

/** The limits of the contract. */
export const LIMITS: Limits = {
  jobMs: 20_000,
  requests: 300,
  inFlight: 24,
  perOrigin: 6,
  redirects: 5,
  downloadedBytes: 60e6,
  receivedBytes: 80e6,
  bodyBytes: 15e6,
  encodedTextBytes: 10e6,
  decodedTextBytes: 20e6,
  declaredBytes: 1e9,
};

/** What a job has left. */
export interface Budget {
  requests: number;
  drawnBytes: number;
  receivedBytes: number;
  encodedTextBytes: number;
  decodedTextBytes: number;
}

/** A fresh job's budget. */
export function budgetOf(limits: Limits): Budget {
  const {
    requests,
    downloadedBytes: drawnBytes,
    receivedBytes,
    encodedTextBytes,
    decodedTextBytes,
  } = limits;
  return { requests, drawnBytes, receivedBytes, encodedTextBytes, decodedTextBytes };
}
