import type { JSX } from "preact";
import type { SignatureVerification } from "../../../../domain/webhook-signature/verify.ts";
import { Verdict } from "../../../signature/Verdict.tsx";
import type { ResultViewProps } from "../../kit.ts";

/** The verdict on a signature, its probable mistake, and the expected header. */
export function SignatureResult({ response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const result = response.content.value as SignatureVerification;
  return <Verdict result={result} moment="the check" isExpectedShown />;
}
