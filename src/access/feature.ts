import type { Refusal } from "../http/caller.ts";
import type { CheckAccess } from "../http/checks/check-request.ts";
import type { RequestContext } from "../http/context.ts";
import type { Gauge } from "../lib/metrics.ts";
import type { Route } from "../http/route.ts";
import type { Logger } from "../lib/logger.ts";
import type { Store, AccessStore } from "../store/store.ts";
import { type AccessOptions, createAccessCheck, createThrottle } from "./access-check.ts";
import { createAudit } from "./audit.ts";
import { Authenticator } from "./authenticate.ts";
import { createAuthenticateBrowser } from "./browser-credentials.ts";
import { createIsAdminToken } from "./credentials.ts";
import { hashSecret, hasKeyForm, createMaskHeaders, type MaskHeaders } from "./keys/key-format.ts";
import { KeyService } from "./keys/key-service.ts";
import { createKeyUsage, createKeyRoutes } from "./keys/routes.ts";
import { listToolNames, type NamedTool, requireKnownScopes } from "./keys/tool-names.ts";
import { createOidc, type OidcSettings } from "./oidc/feature.ts";
import { Sessions } from "./sessions.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";

interface AccessSettings extends OidcSettings {
  access: "open" | "required";
  adminToken: string | undefined;
  /** The header in which trusted proxies name the user. */
  accessUserHeader: string | undefined;
  sessionTtlSeconds: number;
  trustProxy: number | string[] | undefined;
}

export interface AccessDeps {
  settings: AccessSettings;
  store: Store;
  log: Logger;
  now(): number;
  tools: readonly NamedTool[];
  /** True for a request of one of our own pages. */
  isSameOrigin(context: RequestContext): boolean;
  /** Counts an admitted request by the kind of its caller, for metrics. */
  onAdmitted(kind: string): void;
  onRefused(reason: string): void;
}

export interface AccessFeature {
  checkAccess: CheckAccess;
  onExceeded(context: RequestContext): void;
  routes: Route[];
  signIn: SignIn;
  isLabel(value: string): boolean;
  maskHeaders: MaskHeaders;
  gauges(): Gauge[];
}

/** Creates the feature; undefined where the operator wants neither keys nor sign-in. */
export function createAccessFeature(deps: AccessDeps): AccessFeature | undefined {
  const { settings, store, log, now } = deps;
  const toolNames = listToolNames(deps.tools);
  requireKnownScopes(settings.accessUserScopes, toolNames.scopes);
  const isRequired = settings.access === "required";
  if (!isRequired && settings.adminToken === undefined) return undefined;
  warnWithoutAdministrator(settings, log);
  const keys = new KeyService({ store: store.access, now, tools: toolNames });
  const audit = createAudit(log, now);
  const oidc = createOidc({ settings, store: store.access, log, now });
  const judges = createJudges(deps, keys, oidc);
  const onRefused = (context: RequestContext, refusal: Omit<Refusal, "error">) => {
    audit.refuse(context, refusal);
    deps.onRefused(refusal.reason);
  };
  const options: AccessOptions = {
    isRequired,
    authenticate: judges.authenticate,
    challenge: oidc?.challenge,
    throttle: createThrottle({ counters: store.counters, now }),
    onAdmitted: (_context, { kind }) => deps.onAdmitted(kind),
    onRefused,
  };
  const signInParts = { ...options, ...judges, audit, isSameOrigin: deps.isSameOrigin };
  const replyWithUsage = createKeyUsage(deps, keys);
  return {
    checkAccess: createAccessCheck(options),
    onExceeded(context) {
      onRefused(context, { reason: "quota", keyId: context.caller?.id ?? undefined });
    },
    routes: [...createKeyRoutes({ keys, audit, replyWithUsage }), ...(oidc?.routes ?? [])],
    signIn: { ...createSignIn(signInParts), provider: oidc?.createSignIn(signInParts) },
    isLabel: (value) => !isRequired && !hasKeyForm(value),
    maskHeaders: createMaskHeaders(settings.adminToken),
    gauges: createAccessGauges(store.access),
  };
}

/** Creates what judges credentials: in headers, and those that browsers and proxies add. */
function createJudges(deps: AccessDeps, keys: KeyService, oidc: ReturnType<typeof createOidc>) {
  const { settings, now, isSameOrigin } = deps;
  const { adminToken, sessionTtlSeconds, publicUrl, accessUserHeader } = settings;
  const { access: store } = deps.store;
  const authenticator = new Authenticator({
    isRequired: settings.access === "required",
    isAdminToken: createIsAdminToken(adminToken),
    keys,
    store,
    now,
    judgeToken: oidc?.judgeToken,
  });
  const sessions = new Sessions({ store, now, ttlMs: sessionTtlSeconds * 1000, publicUrl });
  const authenticateBrowser = createAuthenticateBrowser({
    settings,
    authenticator,
    sessions,
    adminHash: adminToken === undefined ? undefined : hashSecret(adminToken),
    admitAccount: (claims) => oidc?.accounts.admit(claims),
    isSameOrigin,
  });
  const singleHeaders = [accessUserHeader ?? []].flat();
  const authenticate = authenticator.createAuthenticate(singleHeaders, authenticateBrowser);
  return { authenticator, sessions, authenticate };
}

function warnWithoutAdministrator(settings: AccessSettings, log: Logger): void {
  if (settings.adminToken !== undefined || settings.accessAdmins.length > 0) return;
  log.warn({}, "nobody can issue keys: set ADMIN_TOKEN, or ACCESS_ADMINS for accounts");
}

/**
 * Creates the gauges of keys and sessions. A reading returns the latest counts and starts to count
 * again, because metrics do not wait for the store.
 */
function createAccessGauges(store: AccessStore): () => Gauge[] {
  let [keys, sessions] = [0, 0];
  const refresh = async () => {
    const counts = await Promise.all([store.count("key"), store.count("session")]);
    [keys, sessions] = [counts[0].lasting, counts[1].expiring];
  };
  // The store's own gauges report that it is out of reach.
  const refreshLater = () => void refresh().catch(() => undefined);
  refreshLater();
  return () => {
    refreshLater();
    return [
      { name: "sundry_auth_keys", help: "Keys that are not revoked.", value: keys },
      { name: "sundry_auth_sessions", help: "Sessions.", value: sessions },
    ];
  };
}
