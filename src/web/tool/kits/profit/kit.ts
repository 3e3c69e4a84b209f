import { toHeadlineText } from "../../../result/headline.ts";
import type { ToolKit } from "../../kit.ts";
import { formatComparisonHeadline, ProfitResult } from "./Profit.tsx";
import { ProfitForm } from "./ProfitForm.tsx";

/** The page of the profit calculator. */
export const kit: ToolKit = {
  Form: ProfitForm,
  Result: ProfitResult,
  headline: (response, values, view) =>
    formatComparisonHeadline(response, values) ?? toHeadlineText(response, values, view),
};
