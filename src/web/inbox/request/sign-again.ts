import type { HeaderPair } from "../../../domain/record/inbox-record.ts";
import { findSignature, removeSignature } from "../../../domain/rehearsal/signature-headers.ts";
import type { verifyWebhook } from "../../../domain/webhook-signature/verify.ts";

/** A request whose signature is replaced. */
interface RequestToSign {
  headers: readonly HeaderPair[];
  body: Uint8Array;
  url: string;
}

/**
 * Signs a request again with a secret and the present time, in the browser with the API's own code.
 * Returns its headers, or a sentence about why it cannot be signed.
 */
export async function signAgain(
  verifier: string | undefined,
  { headers, body, url }: RequestToSign,
  secret: string,
): Promise<HeaderPair[] | string> {
  const signature = findSignature(headers);
  if (!signature) return "No header has a signature that can be replaced.";
  if (verifier === undefined) return "This server cannot sign.";
  const { verifyWebhook: verify } = (await import(/* @vite-ignore */ verifier)) as {
    verifyWebhook: typeof verifyWebhook;
  };
  const nowMs = Date.now();
  const unsigned = removeSignature(headers, signature, Math.floor(nowMs / 1000));
  const generic = { algorithm: "sha256", encoding: "hex", prefix: "", payload: "" } as const;
  const options = { secret, scheme: signature.provider, generic, atMs: nowMs };
  const { expected } = verify({ headers: unsigned, body, url }, options);
  if (expected === null) return "This secret cannot sign.";
  return unsigned.map(([name, value]) => [name, name === signature.name ? expected : value]);
}
