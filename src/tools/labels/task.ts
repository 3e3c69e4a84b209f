import type { Static } from "typebox";
import type { Issue } from "../../lib/errors.ts";
import type { LabelsOutput } from "./output-schema.ts";
import type { LabelsRequest } from "./schema.ts";
import type { Sheet } from "../../domain/label-sheet/sheet.ts";

/** A valid request whose sheet is resolved, the input of `MAKE_TASK`. */
export type LabelsJob = Omit<LabelsRequest, "sheet"> & { sheet: Sheet };

type Output = Static<typeof LabelsOutput>;

/** Labels in the format of the job: their positions or a file. */
export interface MadeLabels extends Pick<Output, "labels" | "pages" | "warnings"> {
  positions?: Output["positions"];
  file?: Uint8Array;
}

export type LabelsResult =
  | ({ kind: "made" } & MadeLabels)
  | { kind: "invalid"; issues: readonly Issue[] };

/** The task that makes a `LabelsResult` of a `LabelsJob`. */
export const MAKE_TASK = new URL("./make-task.js", import.meta.url);
