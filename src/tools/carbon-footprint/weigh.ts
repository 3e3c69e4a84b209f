import { NotNowError } from "../../lib/errors.ts";
import type { Network } from "../../lib/network.ts";
import { type Analyst, PageLost } from "./analyst.ts";
import type { Measurement } from "./measurement.ts";
import { Weighing } from "./weighing.ts";

const RETRY_SECONDS = 5;

/** A page that was lost to another one's misdeeds is weighed again, so often in all. */
const MOST_ATTEMPTS = 3;

/** Weighs the page at a URL and all it loads. Throws FetchFailure and NotNowError. */
export async function weigh(url: string, network: Network, analyst: Analyst): Promise<Measurement> {
  const visit = await network.visit(url);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const weighing = new Weighing(visit, analyst);
      try {
        return await weighing.weigh(url);
      } catch (error) {
        if (!(error instanceof PageLost)) throw error;
        if (attempt === MOST_ATTEMPTS) throw busy();
        visit.renew();
      } finally {
        weighing.close();
      }
    }
  } finally {
    visit.end();
  }
}

function busy(): NotNowError {
  return new NotNowError("the measurement was interrupted by others", "busy", RETRY_SECONDS);
}
