import { createRemoteJWKSet, customFetch as fetchKeys, jwtVerify } from "jose";
import * as oidc from "openid-client";
import type { Claims } from "./account-rules.ts";
import { ProviderOutage } from "./failures.ts";
import {
  describeCause,
  toSignInError,
  toTokenVerdict,
  type TokenVerdict,
} from "./provider-errors.ts";
import { fetchFromProvider, PROVIDER_TIMEOUT_MS } from "./provider-fetch.ts";
import { ALGORITHMS, readClaims, type SignInSecrets } from "./sign-in-claims.ts";

/** How this server is registered with the provider. */
export interface ClientSettings {
  issuer: string;
  clientId: string;
  /** Undefined: a public client. */
  clientSecret: string | undefined;
  /** Scopes with spaces between. */
  scope: string;
  redirectUri: string;
  /** The audience of access tokens. */
  resource: string;
}

/** The provider as its metadata describes it. Rejects with a ProviderOutage. */
export interface OidcClient {
  /** Returns the URL at which the user signs in. */
  formatSignInUrl(secrets: SignInSecrets): Promise<string>;
  /**
   * Resolves with the claims of who signed in, by the query that the browser brings. Rejects with a
   * SignInError.
   */
  finishSignIn(query: string, secrets: SignInSecrets, needed: readonly string[]): Promise<Claims>;
  verifyToken(token: string): Promise<TokenVerdict>;
}

const CLOCK_TOLERANCE_S = 30;

/** A token with an unknown key fetches the keys again, at most once in this time. */
const KEYS_COOLDOWN_MS = 60_000;
const KEYS_MAX_AGE_MS = 300_000;

/** Reads the provider's metadata. */
export async function createOidcClient(settings: ClientSettings): Promise<OidcClient> {
  const configuration = await discover(settings);
  const { jwks_uri: keysUri, issuer } = configuration.serverMetadata();
  if (keysUri === undefined) throw new ProviderOutage("the metadata has no jwks_uri");
  const keys = createRemoteJWKSet(new URL(keysUri), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    timeoutDuration: PROVIDER_TIMEOUT_MS,
    [fetchKeys]: fetchFromProvider,
  });
  return {
    async formatSignInUrl({ state, nonce, verifier }) {
      const { redirectUri, scope } = settings;
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async finishSignIn(query, secrets, needed) {
      try {
        const url = new URL(`${settings.redirectUri}?${query}`);
        return await readClaims(configuration, url, { secrets, needed });
      } catch (error) {
        throw toSignInError(error);
      }
    },
    async verifyToken(token) {
      try {
        const { payload: claims } = await jwtVerify(token, keys, {
          issuer,
          audience: settings.resource,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ["exp", "sub"],
        });
        return { claims };
      } catch (error) {
        return toTokenVerdict(error);
      }
    },
  };
}

async function discover(settings: ClientSettings): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const isInsecure = issuer.startsWith("http:");
  try {
    return await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      clientSecret === undefined ? oidc.None() : createAuthentication(clientSecret),
      {
        // Without it the signature of an ID token that comes over TLS is not checked.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isInsecure ? [oidc.allowInsecureRequests] : []),
        ],
        timeout: PROVIDER_TIMEOUT_MS / 1000,
        [oidc.customFetch]: (url, init) => fetchFromProvider(url, init as RequestInit),
      },
    );
  } catch (error) {
    throw new ProviderOutage(describeCause(error), { cause: error });
  }
}

/** Sends the secret as the provider announces: by Basic unless it names other methods alone. */
function createAuthentication(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  const post = oidc.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}
