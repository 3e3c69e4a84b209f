import type {
  SignatureVerification,
  verifyWebhook,
} from "../../../domain/webhook-signature/verify.ts";
import type { InboxAccess } from "../access.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { withToken } from "../token.ts";

/** The fields of the signature check's form. Empty fields are left out. */
export interface SignatureFields {
  secret: string;
  scheme: string;
  url: string;
  header: string;
  algorithm: string;
  encoding: string;
  prefix: string;
  payload: string;
}

type Options = Parameters<typeof verifyWebhook>[1];
type Verifier = { verifyWebhook: typeof verifyWebhook };

/** The result while the server does not respond. */
export const UNREACHABLE = "The server does not respond.";

/**
 * The bytes of the last request that was checked, because every change of a field checks it again.
 */
let lastBody: { url: string; bytes: Uint8Array } | undefined;

/**
 * Verifies the signature of a request at the time when it arrived, in the browser with the API's
 * own code. Returns a sentence when it cannot be checked.
 */
export async function verifyRecord(
  inbox: InboxAccess,
  record: InboxRecord,
  fields: SignatureFields,
): Promise<SignatureVerification | string> {
  const url = `${inbox.api}/records/${encodeURIComponent(record.id)}`;
  if (record.truncated) return "Only the beginning of the body is stored: it cannot be verified.";
  try {
    if (fields.secret.trim().startsWith("whpk_")) return await verifyByApi(url, inbox, fields);
    const [{ verifyWebhook: verify }, body] = await Promise.all([
      import(/* @vite-ignore */ inbox.verifier ?? "") as Promise<Verifier>,
      readBody(`${url}/raw`, inbox.token),
    ]);
    const request = { headers: record.rawHeaders, body, url: fields.url || undefined };
    return runVerifier(verify, request, toOptions(fields, Date.parse(record.receivedAt)));
  } catch {
    return UNREACHABLE;
  }
}

/** Returns the message when the secret cannot be a key of the scheme. */
function runVerifier(
  verify: typeof verifyWebhook,
  request: Parameters<typeof verifyWebhook>[0],
  options: Options,
): SignatureVerification | string {
  try {
    return verify(request, options);
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

function toOptions(fields: SignatureFields, atMs: number): Options {
  const { secret, scheme, header, ...generic } = fields;
  return {
    secret,
    ...(scheme !== "" && { scheme: scheme as NonNullable<Options["scheme"]> }),
    generic: {
      ...(generic as Pick<Options["generic"], "algorithm" | "encoding" | "prefix" | "payload">),
      header: scheme === "hmac" && header.trim() !== "" ? header.trim() : undefined,
    },
    atMs,
  };
}

async function readBody(url: string, token: string | undefined): Promise<Uint8Array> {
  if (lastBody?.url === url) return lastBody.bytes;
  const response = await fetch(url, withToken(token));
  if (!response.ok) throw new Error(`the body is not available (${response.status})`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  lastBody = { url, bytes };
  return bytes;
}

/** Public keys are not secret, and browsers of two years ago cannot verify with them. */
async function verifyByApi(
  url: string,
  { token }: InboxAccess,
  { secret, scheme }: SignatureFields,
): Promise<SignatureVerification | string> {
  const { headers } = withToken(token);
  const response = await fetch(`${url}/verify`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ secret: secret.trim(), ...(scheme !== "" && { scheme }) }),
  });
  const body = (await response.json()) as SignatureVerification & { error?: string };
  return response.ok ? body : `${body.error ?? response.statusText}.`;
}
