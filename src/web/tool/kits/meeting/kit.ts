import { toHeadlineText } from "../../../result/headline.ts";
import type { ToolKit } from "../../kit.ts";
import { MeetingCost } from "./MeetingCost.tsx";
import { MeetingForm } from "./MeetingForm.tsx";

/** The page of meeting costs. */
export const kit: ToolKit = {
  Form: MeetingForm,
  Result: MeetingCost,
  hasControls: true,
  headline: toHeadlineText,
};
