import type { JSX } from "preact";
import type { SignatureVerification } from "../../../../domain/webhook-signature/verify.ts";
import { Verdict } from "../../../signature/Verdict.tsx";
import { SchemaForm } from "../../generic-kit.tsx";
import type { FormProps, ResultViewProps } from "../../kit.ts";
import { isPublicKey } from "./check-signature.ts";

/** The fields of a signature check, and a note on where it runs. */
export function SignatureForm(props: FormProps): JSX.Element {
  const { view } = props;
  const fields = view.fields.map((field) =>
    field.name === "scheme"
      ? { ...field, titles: { ...field.titles, "": "Detect from the headers" } }
      : field,
  );
  return (
    <>
      <p class="help scripted">
        {isPublicKey(props.model.values.value["secret"])
          ? "This is a public key: the server checks the signature."
          : "Checked in this browser: neither the body nor the secret is sent."}
      </p>
      <noscript>
        <p class="help">Without JavaScript the server checks the signature. It stores nothing.</p>
      </noscript>
      <SchemaForm {...props} view={{ ...view, fields }} />
    </>
  );
}

/** The verdict on a signature, its probable mistake, and the expected header. */
export function SignatureResult({ response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const result = response.content.value as SignatureVerification;
  return <Verdict result={result} moment="the check" isExpectedShown />;
}
