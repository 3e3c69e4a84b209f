import { ValidationError } from "../../lib/errors.ts";
import { makeLabels } from "./make-labels.ts";
import type { LabelsJob, LabelsResult } from "./task.ts";

/** Makes labels. Runs in a worker. */
export default async function runMakeTask(job: LabelsJob): Promise<LabelsResult> {
  try {
    return { kind: "made", ...(await makeLabels(job)) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { kind: "invalid", issues: error.issues };
  }
}
