import { UnavailableError } from "../../../lib/errors.ts";
import type { FetchSession, Network } from "../../../lib/net/network.ts";
import { type AnalysisWorker, WorkerRestartedError } from "../worker/analysis-worker.ts";
import type { Measurement } from "./measurement.ts";
import { PageCrawl } from "./page-crawl.ts";

const RETRY_AFTER_SECONDS = 5;

/** Number of attempts at a page when other pages crash the worker they share. */
const MAX_ATTEMPTS = 3;

/** Measures the page at a URL with everything it loads. Throws FetchError and UnavailableError. */
export async function measurePage(
  url: string,
  network: Network,
  worker: AnalysisWorker,
): Promise<Measurement> {
  const session = await network.openSession(url);
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const measurement = await crawlOnce(url, session, worker);
      if (measurement !== undefined) return measurement;
      session.resetBudget();
    }
    throw createInterruptedError();
  } finally {
    session.close();
  }
}

/** Returns undefined if the worker was restarted because of another page. */
async function crawlOnce(
  url: string,
  session: FetchSession,
  worker: AnalysisWorker,
): Promise<Measurement | undefined> {
  const crawl = new PageCrawl(session, worker);
  try {
    return await crawl.measure(url);
  } catch (error) {
    if (error instanceof WorkerRestartedError) return undefined;
    throw error;
  } finally {
    crawl.close();
  }
}

function createInterruptedError(): UnavailableError {
  return new UnavailableError(
    "the measurement was interrupted by other pages",
    "overloaded",
    RETRY_AFTER_SECONDS,
  );
}
