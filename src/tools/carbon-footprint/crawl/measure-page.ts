import { UnavailableError } from "../../../lib/errors.ts";
import type { Network } from "../../../lib/network.ts";
import { type AnalysisWorker, WorkerRestartedError } from "../worker/analysis-worker.ts";
import type { Measurement } from "./measurement.ts";
import { PageCrawl } from "./page-crawl.ts";

const RETRY_SECONDS = 5;

/** A page that was lost to another one's misdeeds is weighed again, so often in all. */
const MAX_ATTEMPTS = 3;

/** Weighs the page at a URL and all it loads. Throws FetchFailure and NotNowError. */
export async function measurePage(
  url: string,
  network: Network,
  analyst: AnalysisWorker,
): Promise<Measurement> {
  const visit = await network.openSession(url);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const weighing = new PageCrawl(visit, analyst);
      try {
        return await weighing.weigh(url);
      } catch (error) {
        if (!(error instanceof WorkerRestartedError)) throw error;
        if (attempt === MAX_ATTEMPTS) throw busy();
        visit.renew();
      } finally {
        weighing.close();
      }
    }
  } finally {
    visit.end();
  }
}

function busy(): UnavailableError {
  return new UnavailableError("the measurement was interrupted by others", "busy", RETRY_SECONDS);
}
