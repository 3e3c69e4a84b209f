import type { SignatureVerification } from "../../../../domain/webhook-signature/verify.ts";
import { describeVerdict } from "../../../signature/Verdict.tsx";
import type { ToolKit } from "../../kit.ts";
import { checkSignature } from "./check-signature.ts";
import { SignatureForm, SignatureResult } from "./SignatureCheck.tsx";

/** The page of webhook signatures. */
export const kit: ToolKit = {
  Form: SignatureForm,
  Result: SignatureResult,
  headline: ({ content }) =>
    content.kind === "json"
      ? describeVerdict(content.value as SignatureVerification)
          .join(" ")
          .trim()
      : undefined,
  respond: checkSignature,
};
