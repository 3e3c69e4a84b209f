import { createAccount, createKeys } from "./account.ts";
import { createBatches, createJobs } from "./batch.ts";
import type { Requests } from "./requests.ts";

/** Creates the methods that a client loads with the first call of one. */
export default function createMethods(requests: Requests) {
  return {
    account: createAccount(requests),
    batch: createBatches(requests),
    jobs: createJobs(requests),
    keys: createKeys(requests),
  };
}
