import { budgetPart } from "./budget.ts";
import { countersPart } from "./counters.ts";
import { inboxesPart } from "./inboxes.ts";
import { pagingPart } from "./paging.ts";
import type { OpenStore } from "./support.ts";

/** The promises of `InboxStore` and `Counters`, as tests. Run on every back end. */
export function storeContract(name: string, open: OpenStore): void {
  inboxesPart(name, open);
  budgetPart(name, open);
  pagingPart(name, open);
  countersPart(name, open);
}
