import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import { describeCount } from "./describe-count.ts";
import { LabelsForm } from "./LabelsForm.tsx";
import { LabelsResult } from "./LabelsResult.tsx";

export const kit: ToolKit = {
  Form: LabelsForm,
  Result: LabelsResult,
  exportsFirst: true,
  headline: describeCount,
  Exports: lazyPart(async () => (await import("./Exports.tsx")).LabelsExports, { loadOn: "use" }),
};
