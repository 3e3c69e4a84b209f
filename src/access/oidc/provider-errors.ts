import { errors } from "jose";
import * as oidc from "openid-client";
import type { Claims } from "./account-rules.ts";
import { isOutage, ProviderOutage, SignInError } from "./failures.ts";

/** An access token: its claims, or why it does not count. */
export type TokenVerdict = { claims: Claims } | "invalid" | "expired";

/** Errors of the provider itself (RFC 6749, 4.1.2.1). */
const OUTAGE_CODES = new Set(["server_error", "temporarily_unavailable"]);

/** Returns a SignInError or ProviderOutage; an error of our own as it is. */
export function toSignInError(error: unknown): unknown {
  const code = getErrorCode(error);
  if (isOutage(error) || OUTAGE_CODES.has(code ?? ""))
    return new ProviderOutage(describeCause(error), { cause: error });
  const isRefusal =
    code !== undefined ||
    error instanceof oidc.ClientError ||
    error instanceof oidc.WWWAuthenticateChallengeError;
  const isDenied = code === "access_denied";
  return isRefusal ? new SignInError(describeCause(error), { cause: error, isDenied }) : error;
}

/** Returns the verdict of a refused token. Throws a ProviderOutage and errors of our own. */
export function toTokenVerdict(error: unknown): TokenVerdict {
  if (error instanceof errors.JWTExpired) return "expired";
  const isOfKeys =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");
  if (isOfKeys)
    throw new ProviderOutage("the keys of the provider cannot be read", { cause: error });
  if (error instanceof errors.JOSEError) return "invalid";
  throw error;
}

/** Returns the code of an error that the provider responded with. */
function getErrorCode(error: unknown): string | undefined {
  const isResponse =
    error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;
  return isResponse ? error.error : undefined;
}

/** Returns the reason for the log, with its causes. Codes of the provider hold no secrets. */
export function describeCause(error: unknown): string {
  const code = getErrorCode(error);
  if (code !== undefined) return `the provider responded with ${code.slice(0, 100)}`;
  if (!(error instanceof Error)) return "";
  return [error.message, describeCause(error.cause)].filter((text) => text !== "").join(": ");
}
