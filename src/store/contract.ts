import { budgetPart } from "./contract/budget.ts";
import { countersPart } from "./contract/counters.ts";
import { inboxesPart } from "./contract/inboxes.ts";
import { pagingPart } from "./contract/paging.ts";
import type { OpenStore } from "./contract/support.ts";

/** The promises of `InboxStore` and `Counters`, as tests. Run on every back end. */
export function storeContract(name: string, open: OpenStore): void {
  inboxesPart(name, open);
  budgetPart(name, open);
  pagingPart(name, open);
  countersPart(name, open);
}
