import type { AccessOptions } from "../http/checks/access.ts";
import type { RequestContext } from "../http/context.ts";
import type { Gauge } from "../http/ops/metrics.ts";
import type { Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import { DAY_MS } from "../lib/dates/date.ts";
import type { Logger } from "../lib/logger.ts";
import type { Store } from "../store/store.ts";
import type { AccountSettings } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import { Authenticator } from "./authenticate.ts";
import { createAuthenticateBrowser } from "./browser-credentials.ts";
import { createIsAdminToken } from "./credentials.ts";
import { createAccessGauges } from "./gauges.ts";
import { toKeyIdentity } from "./keys/issued-key.ts";
import { hashSecret, hasKeyForm } from "./keys/key-format.ts";
import { KeyService } from "./keys/key-service.ts";
import { createKeyRoutes } from "./keys/routes.ts";
import { createMaskHeaders, type MaskHeaders } from "./mask.ts";
import { createReplyWithUsage } from "./routes.ts";
import { Sessions } from "./sessions.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { createThrottle } from "./throttle.ts";

/** Settings of the operator. */
interface AccessSettings extends AccountSettings {
  access: "open" | "required";
  adminToken: string | undefined;
  /** The header in which trusted proxies name the user. */
  accessUserHeader: string | undefined;
  sessionTtlSeconds: number;
  trustProxy: number | string[] | undefined;
  publicUrl: string | undefined;
}

export interface AccessDeps {
  settings: AccessSettings;
  store: Store;
  log: Logger;
  now(): number;
  tools: readonly { scope: string; costlyReply?: { name: string } | undefined }[];
  /** True for a request of one of our own pages. */
  isSameOrigin(context: RequestContext): boolean;
  /** Counts an admitted request by the kind of its caller, for metrics. */
  onAdmitted(kind: string): void;
  /** Counts a refusal by its reason. */
  onRefused(reason: string): void;
}

/** Credentials and their administration. */
export interface AccessFeature {
  options: AccessOptions;
  routes: Route[];
  signIn: SignIn;
  isLabel(value: string): boolean;
  maskHeaders: MaskHeaders;
  gauges(): Gauge[];
}

/** Creates the feature; undefined where the operator wants neither keys nor sign-in. */
export function createAccessFeature(deps: AccessDeps): AccessFeature | undefined {
  const { settings, store, log, now, isSameOrigin } = deps;
  const { access: mode, adminToken, sessionTtlSeconds, publicUrl } = settings;
  const isRequired = mode === "required";
  if (!isRequired && adminToken === undefined) return undefined;
  const { access, counters } = store;
  const keys = new KeyService({ store: access, now, tools: listToolNames(deps) });
  const audit = createAudit(log, now);
  const isAdminToken = createIsAdminToken(adminToken);
  const shared = { isRequired, isAdminToken, keys, store: access, counters, now };
  const authenticator = new Authenticator(shared);
  const sessions = new Sessions({ ...shared, ttlMs: sessionTtlSeconds * 1000, publicUrl });
  const authenticateBrowser = createAuthenticateBrowser({
    settings,
    authenticator,
    sessions,
    adminHash: adminToken === undefined ? undefined : hashSecret(adminToken),
    admitAccount: () => undefined,
    isSameOrigin,
  });
  const options: AccessOptions = {
    isRequired,
    authenticate: authenticator.createAuthenticate(
      [settings.accessUserHeader ?? []].flat(),
      authenticateBrowser,
    ),
    throttle: createThrottle(shared),
    onAdmitted: (_context, { kind }) => deps.onAdmitted(kind),
    onRefused(context, refusal) {
      audit.refuse(context, refusal);
      deps.onRefused(refusal.reason);
    },
  };
  return {
    options,
    routes: createKeyRoutes({ keys, audit, replyWithUsage: createKeyUsage(deps, keys) }),
    signIn: createSignIn({ ...options, authenticator, sessions, audit, isSameOrigin }),
    isLabel: (value) => !isRequired && !hasKeyForm(value),
    maskHeaders: createMaskHeaders(adminToken),
    gauges: createAccessGauges(access),
  };
}

/** Lists the names that scopes and limits of keys may have. */
function listToolNames({ tools }: AccessDeps) {
  const scopes = new Set(tools.map(({ scope }) => scope));
  const costly = tools.flatMap(({ costlyReply }) => costlyReply?.name ?? []);
  return { scopes, limits: new Set([...scopes, ...costly]) };
}

/** Creates the function that replies with the usage of a key. */
function createKeyUsage(deps: AccessDeps, keys: KeyService) {
  const { store, now } = deps;
  const replyWithUsage = createReplyWithUsage(deps);
  return async (context: RequestContext, id: string): Promise<Reply> => {
    const { name, perDay } = await keys.get(id);
    const identity = toKeyIdentity(id);
    const today = Math.floor(now() / DAY_MS);
    const todayCount = await store.counters.addUsage(identity, today, 0);
    const subject = { kind: "key" as const, id, name, limit: perDay, identity, todayCount };
    return replyWithUsage(context, subject);
  };
}
