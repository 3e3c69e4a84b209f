import type { Caller, Refusal } from "../http/caller.ts";
import type { AccessOptions } from "./access-check.ts";
import type { RequestContext } from "../http/context.ts";
import type { Audit } from "./audit.ts";
import type { Authenticator } from "./authenticate.ts";
import { hashToText } from "./keys/key-format.ts";
import type { ProviderSignIn } from "./oidc/provider-sign-in.ts";
import type { Sessions, SessionSubject } from "./sessions.ts";

/** Signs browsers in and out. */
export interface SignIn {
  /** Resolves with the `Set-Cookie` of a session for a key or the admin token, or a refusal. */
  start(context: RequestContext, secret: string): Promise<{ cookie: string } | Refusal>;
  /** Resolves with the `Set-Cookie` that ends the session. */
  end(context: RequestContext): Promise<string>;
  /** True for a request of one of our own pages. */
  isSameOrigin(context: RequestContext): boolean;
  /** Undefined without single sign-on. */
  provider?: ProviderSignIn | undefined;
}

interface SignInDeps {
  authenticator: Authenticator;
  sessions: Sessions;
  audit: Audit;
  throttle: AccessOptions["throttle"];
  onRefused: AccessOptions["onRefused"];
  isSameOrigin(context: RequestContext): boolean;
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { authenticator, sessions, audit, throttle, onRefused, isSameOrigin } = deps;
  return {
    isSameOrigin,
    async start(context, secret) {
      const judged = await authenticator.judge({ header: "bearer", secret }, context);
      if ("error" in judged) {
        const refusal = judged.reason === "invalid" ? await throttle(context, judged) : judged;
        onRefused(context, refusal);
        return refusal;
      }
      const cookie = await sessions.start(context, toSubject(judged, secret));
      context.setCaller(judged);
      audit.record("session.started", context, judged.id);
      return { cookie };
    },
    async end(context) {
      const cookie = await sessions.end(context);
      audit.record("session.ended", context, context.caller?.id);
      return cookie;
    },
  };
}

function toSubject({ id }: Caller, secret: string): SessionSubject {
  const hash = hashToText(secret);
  return id === null ? { kind: "admin", hash } : { kind: "key", keyId: id, hash };
}
