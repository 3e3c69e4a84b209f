import { toHeadlineText } from "../../../result/headline.ts";
import type { ToolKit } from "../../kit.ts";
import { checkSignature } from "./check-signature.ts";
import { SignatureForm } from "./SignatureForm.tsx";
import { SignatureResult } from "./SignatureResult.tsx";

/** The page of webhook signatures. */
export const kit: ToolKit = {
  Form: SignatureForm,
  Result: SignatureResult,
  headline: toHeadlineText,
  respond: checkSignature,
};
