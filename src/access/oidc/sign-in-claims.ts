import { decodeProtectedHeader } from "jose";
import * as oidc from "openid-client";
import type { Claims } from "./account-rules.ts";

/** Signatures by public keys alone: with others a caller could sign. */
export const ALGORITHMS =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** The secrets of one sign-in, which its browser and the provider must return. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

interface Expectations {
  secrets: SignInSecrets;
  /** Names of claims that come from the UserInfo endpoint where the ID token lacks them. */
  needed: readonly string[];
}

/** Redeems the code of a sign-in, and returns the claims of who signed in. */
export async function readClaims(
  configuration: oidc.Configuration,
  url: URL,
  { secrets: { state, nonce, verifier }, needed }: Expectations,
): Promise<Claims> {
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const { alg } = decodeProtectedHeader(tokens.id_token ?? "");
  if (!claims || !ALGORITHMS.includes(alg ?? ""))
    throw new oidc.ClientError(`the ID token is signed with ${alg}`);
  const isComplete = needed.every((name) => Object.hasOwn(claims, name));
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  if (isComplete || endpoint === undefined) return claims;
  const info = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return mergeClaims(claims, info);
}

/** The word that an address is verified counts for the address beside it alone. */
function mergeClaims(claims: Claims, info: Claims): Claims {
  const hasOwnEmail = claims["email"] !== undefined && claims["email_verified"] !== undefined;
  const { email, email_verified } = hasOwnEmail || info["email"] === undefined ? claims : info;
  return { ...info, ...claims, email, email_verified };
}
