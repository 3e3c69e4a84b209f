import type { ToolKit } from "../../kit.ts";
import { formatComparisonHeadline, ProfitResult } from "./Profit.tsx";
import { ProfitForm } from "./ProfitForm.tsx";

/** The page of the profit calculator. */
export const kit: ToolKit = {
  Form: ProfitForm,
  Result: ProfitResult,
  ownHeadline: true,
  headline: formatComparisonHeadline,
};
