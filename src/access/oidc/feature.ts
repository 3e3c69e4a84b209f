import type { AccessOptions } from "../access-check.ts";
import type { Route } from "../../http/route.ts";
import type { Logger } from "../../lib/logger.ts";
import type { AccessStore } from "../../store/store.ts";
import type { Audit } from "../audit.ts";
import type { Sessions } from "../sessions.ts";
import { createJudgeToken } from "./access-tokens.ts";
import { Attempts } from "./attempts.ts";
import { ProviderAccounts, type ProviderAccountSettings } from "./provider-accounts.ts";
import { createProviderSignIn, type ProviderSignIn } from "./provider-sign-in.ts";
import { createChallenge, createMetadataRoutes, toResource } from "./resource-metadata.ts";
import type { ClientSettings, OidcClient } from "./client.ts";

/** Settings of the operator; without an issuer nothing of this exists. */
export interface OidcSettings extends Omit<ProviderAccountSettings, "oidcIssuer"> {
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  /** Scopes beside the usual ones. */
  oidcScope: readonly string[];
  oidcName: string;
  publicUrl: string | undefined;
}

interface OidcDeps {
  settings: OidcSettings;
  store: AccessStore;
  log: Logger;
  now(): number;
}

/** The path to which the provider sends browsers. */
const CALLBACK_PATH = "/auth/oidc/callback";

const SCOPES = ["openid", "email", "profile"];

/** Single sign-on by OpenID Connect; undefined without a provider. */
export function createOidc({ settings, store, log, now }: OidcDeps) {
  const { oidcIssuer: issuer, oidcClientId: clientId, publicUrl } = settings;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined;
  const accounts = new ProviderAccounts({ ...settings, oidcIssuer: issuer });
  const loadClient = createLoadClient({
    issuer,
    clientId,
    clientSecret: settings.oidcClientSecret,
    scope: [...new Set([...SCOPES, ...settings.oidcScope])].join(" "),
    redirectUri: publicUrl + CALLBACK_PATH,
    resource: toResource(publicUrl),
  });
  const attempts = new Attempts({ store, now, publicUrl });
  const routes: Route[] = createMetadataRoutes({
    publicUrl,
    issuer,
    scopes: settings.accessUserScopes,
  });
  return {
    accounts,
    routes,
    judgeToken: createJudgeToken({ loadClient, accounts }),
    challenge: createChallenge(publicUrl),
    createSignIn: (parts: {
      sessions: Sessions;
      audit: Audit;
      onRefused: AccessOptions["onRefused"];
    }): ProviderSignIn =>
      createProviderSignIn({
        ...parts,
        name: settings.oidcName,
        loadClient,
        accounts,
        attempts,
        log,
      }),
  };
}

/**
 * Creates the function that reads the provider's metadata when they are first needed, so that a
 * start does not wait for the provider. A failure is not kept.
 */
function createLoadClient(settings: ClientSettings): () => Promise<OidcClient> {
  let loading: Promise<OidcClient> | undefined;
  return () => {
    if (!loading) {
      loading = import("./client.ts").then((module) => module.createOidcClient(settings));
      loading.catch(() => (loading = undefined));
    }
    return loading;
  };
}
