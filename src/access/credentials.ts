import { HttpError } from "../lib/errors.ts";
import type { RequestContext } from "../http/context.ts";
import { hashSecret, hasKeyForm, isSameHash } from "./keys/key-format.ts";

/** A credential in a header. "bearer" may be the admin token, "api-key" may not. */
export interface SentCredential {
  header: "bearer" | "api-key";
  secret: string;
}

const BEARER = /^Bearer(?: +(.*))?$/i;

/**
 * Returns the credential of a request's headers; undefined without one. Where none is required,
 * labels and foreign tokens are not credentials.
 */
export function readCredential(
  { headers }: Pick<RequestContext, "headers">,
  { isRequired, isAdminToken }: { isRequired: boolean; isAdminToken(secret: string): boolean },
): SentCredential | undefined {
  const { authorization, "x-api-key": apiKey } = headers;
  const match = authorization === undefined ? null : BEARER.exec(authorization);
  if (match) {
    const secret = match[1]?.trim() ?? "";
    if (isRequired || hasKeyForm(secret) || isAdminToken(secret))
      return { header: "bearer", secret };
  }
  if (typeof apiKey === "string" && (isRequired || hasKeyForm(apiKey)))
    return { header: "api-key", secret: apiKey };
  return undefined;
}

/** Returns the error for a header that is sent twice, because its values may be smuggled ones. */
export function findRepeatedHeader(
  { rawHeaders }: Pick<RequestContext, "rawHeaders">,
  names: ReadonlySet<string>,
): HttpError | undefined {
  const seen: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!names.has(name)) continue;
    if (seen.includes(name))
      return new HttpError(400, `The request has more than one ${name} header.`);
    seen.push(name);
  }
  return undefined;
}

/** Returns the function that recognizes the admin token in constant time. */
export function createIsAdminToken(adminToken: string | undefined): (secret: string) => boolean {
  if (adminToken === undefined) return () => false;
  const { length } = adminToken;
  const expected = hashSecret(adminToken);
  return (secret) => secret.length === length && isSameHash(hashSecret(secret), expected);
}
