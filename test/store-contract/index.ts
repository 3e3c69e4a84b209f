import { describeAccess } from "./access.ts";
import { describeBudget } from "./budget.ts";
import { describeCounters } from "./counters.ts";
import { describeHistory } from "./history.ts";
import { describeJobs } from "./jobs.ts";
import { describeInboxes } from "./inboxes.ts";
import { describePaging } from "./paging.ts";
import { describePlans } from "./plans.ts";
import type { OpenStore } from "./support.ts";

/** Tests the guarantees of `InboxStore` and `Counters` on a back end. */
export function describeStore(name: string, open: OpenStore): void {
  describeInboxes(name, open);
  describeBudget(name, open);
  describePaging(name, open);
  describePlans(name, open);
  describeCounters(name, open);
  describeHistory(name, open);
  describeAccess(name, open);
  describeJobs(name, open);
}
