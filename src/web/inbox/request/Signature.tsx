import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { SignatureVerification } from "../../../domain/webhook-signature/verify.ts";
import { Retry } from "../Retry.tsx";
import { SCHEME_TITLES } from "../../../domain/webhook-signature/names.ts";
import { Verdict } from "../../signature/Verdict.tsx";
import type { InboxAccess } from "../access.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { type SignatureFields, UNREACHABLE, verifyRecord } from "./verify-record.ts";

interface SignatureProps {
  inbox: InboxAccess;
  record: InboxRecord;
}

/** Kept until the page is closed, so that one secret checks many requests. Never stored or sent. */
const fields = signal<SignatureFields>({
  secret: "",
  scheme: "",
  url: "",
  header: "X-Signature",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "",
  payload: "{body}",
});

/** Checks the signature of a request in the browser. */
export function Signature({ inbox, record }: SignatureProps): JSX.Element {
  const { secret, scheme } = fields.value;
  const isTwilio = scheme === "twilio" || (scheme === "" && "x-twilio-signature" in record.headers);
  const sentTo = `${inbox.url}${record.path}${record.query && `?${record.query}`}`;
  const url = isTwilio ? fields.value.url || sentTo : "";
  const { result, retry } = useVerification(inbox, record, url);
  return (
    <div class="pad part-form">
      <div class="fields-of-part">
        <SecretField />
        <Field name="scheme" title="Scheme">
          <select id="signature-scheme" value={scheme} onChange={change("scheme")}>
            <option value="">Detect from the headers</option>
            {Object.entries(SCHEME_TITLES).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </Field>
        {isTwilio && <TextField name="url" title="Signed URL" placeholder={sentTo} />}
        {scheme === "hmac" && <GenericFields />}
      </div>
      <p class="help">
        {secret.startsWith("whpk_")
          ? "This is a public key: the server checks the signature."
          : "Checked in this browser: the secret is neither sent nor stored."}
      </p>
      <div role="status">
        {result === undefined && secret !== "" && <p class="none">Checking…</p>}
        {result !== undefined && result !== UNREACHABLE && (
          <Verdict result={result} moment="it arrived" />
        )}
      </div>
      {result === UNREACHABLE && <Retry problem={UNREACHABLE} retry={retry} />}
    </div>
  );
}

/** Returns the verification, undefined until it is done. `url` is the one that was signed. */
function useVerification(inbox: InboxAccess, record: InboxRecord, url: string) {
  const result = useSignal<SignatureVerification | string | undefined>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    let isLatest = true;
    const check = async () => {
      const verification = await verifyRecord(inbox, record, { ...fields.value, url });
      if (isLatest) result.value = verification;
    };
    result.value = undefined;
    if (fields.value.secret !== "") void check();
    return () => {
      isLatest = false;
    };
  }, [record.id, fields.value, attempt.value]);
  return { result: result.value, retry: () => attempt.value++ };
}

function SecretField(): JSX.Element {
  const isShown = useSignal(false);
  return (
    <Field name="secret" title="Signing secret">
      <span class="with-button">
        <input
          id="signature-secret"
          // Not a password, which browsers offer to store.
          type="text"
          class={isShown.value ? undefined : "masked"}
          autocomplete="off"
          spellcheck={false}
          maxLength={1024}
          placeholder="whsec_…"
          value={fields.value.secret}
          onInput={change("secret")}
        />
        <button
          type="button"
          class="button"
          aria-pressed={isShown.value}
          onClick={() => (isShown.value = !isShown.value)}
        >
          Show
        </button>
      </span>
    </Field>
  );
}

/** The signed text and its digest, for providers that no scheme names. */
function GenericFields(): JSX.Element {
  return (
    <>
      <TextField name="header" title="Header" />
      <TextField name="prefix" title="Prefix" placeholder="sha256=" />
      <TextField name="payload" title="Signed text" />
      <Field name="algorithm" title="Algorithm">
        <select
          id="signature-algorithm"
          value={fields.value.algorithm}
          onChange={change("algorithm")}
        >
          <option value="sha1">SHA-1</option>
          <option value="sha256">SHA-256</option>
          <option value="sha512">SHA-512</option>
        </select>
      </Field>
      <Field name="encoding" title="Encoding">
        <select id="signature-encoding" value={fields.value.encoding} onChange={change("encoding")}>
          <option value="hex">Hex</option>
          <option value="base64">Base64</option>
        </select>
      </Field>
    </>
  );
}

interface SignatureFieldProps {
  name: keyof SignatureFields;
  title: string;
}

function TextField({ name, title, placeholder }: SignatureFieldProps & { placeholder?: string }) {
  return (
    <Field name={name} title={title}>
      <input
        id={`signature-${name}`}
        type="text"
        spellcheck={false}
        placeholder={placeholder}
        value={fields.value[name]}
        onInput={change(name)}
      />
    </Field>
  );
}

function Field({ name, title, children }: SignatureFieldProps & { children: ComponentChildren }) {
  return (
    <p>
      <label for={`signature-${name}`}>{title}</label>
      {children}
    </p>
  );
}

function change(name: keyof SignatureFields) {
  return ({ currentTarget }: { currentTarget: { value: string } }) => {
    fields.value = { ...fields.value, [name]: currentTarget.value };
  };
}
