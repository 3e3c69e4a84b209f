import type { Caller, Refusal } from "../http/caller.ts";
import type { CheckAccess } from "../http/checks/check-request.ts";
import type { RequestContext } from "../http/context.ts";
import type { AccessRule } from "../http/route-rules.ts";
import { chain, type MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { coversScope, createScopeError, type Scope } from "../lib/scope.ts";
import { createRequestWatch } from "./open-requests.ts";
import { type Counters, countSecondsLeft, MINUTE_MS, type RateWindow } from "../store/store.ts";

const MAX_WRONG = 20;

interface ThrottleDeps {
  counters: Counters;
  now(): number;
}

/** A sender without a credential, where one is required. */
const STRANGER: Caller = {
  kind: "anonymous",
  id: null,
  name: null,
  scopes: [],
  isAdmin: false,
  expiresAt: null,
};

export interface AccessOptions {
  /** True: every route that is not public needs a credential. */
  isRequired: boolean;
  /** Returns the caller of a request's credential; undefined without one. */
  authenticate(context: RequestContext): MaybePromise<Caller | Refusal | undefined>;
  /** Returns the parameters for the challenge of a 401; undefined: none. */
  challenge?: ((context: RequestContext) => string | undefined) | undefined;
  /** Counts a wrong credential, and returns its refusal or that of too many. */
  throttle(context: RequestContext, refusal: Refusal): MaybePromise<Refusal>;
  /** Called with the caller of a request that is served, unless it has no credential. */
  onAdmitted(context: RequestContext, caller: Caller): void;
  onRefused(context: RequestContext, refusal: Refusal): void;
}

/** Creates the check of each request's credential against the rule of its route. */
export function createAccessCheck(options: AccessOptions): CheckAccess {
  const check = new AccessCheck(options);
  return (context) => check.check(context);
}

class AccessCheck {
  readonly #options: AccessOptions;
  readonly #watch: (context: RequestContext) => void;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#watch = createRequestWatch((context) =>
      chain(options.authenticate(context), (result) => this.#isStillAdmitted(context, result)),
    );
  }

  check(context: RequestContext): MaybePromise<Refusal | undefined> {
    if (context.isInjected) return this.#checkInjected(context);
    return chain(this.#options.authenticate(context), (result) => this.#decide(context, result));
  }

  #isStillAdmitted(context: RequestContext, result: Caller | Refusal | undefined): boolean {
    if (!result || "error" in result) return false;
    return checkRule(result, getRule(context), this.#options.isRequired) === undefined;
  }

  /** A request that the server makes for another has its caller already. */
  #checkInjected(context: RequestContext): Refusal | undefined {
    const { caller } = context;
    const rule = getRule(context);
    if (!caller || rule === "public") return undefined;
    return checkRule(caller, rule, this.#options.isRequired);
  }

  #decide(
    context: RequestContext,
    result: Caller | Refusal | undefined,
  ): MaybePromise<Refusal | undefined> {
    const { isRequired } = this.#options;
    const rule = getRule(context);
    const caller = result && "error" in result ? undefined : result;
    if (caller) context.setCaller(caller);
    else if (isRequired) context.setCaller(STRANGER);
    if (rule === "public") return undefined;
    if (caller) return this.#decideForCaller(context, caller, rule);
    if (context.route?.hasOwnCredential?.(context)) return undefined;
    if (result) return this.#refuseCredential(context, result as Refusal);
    const isOpen = !isRequired && rule !== "administrator";
    return isOpen ? undefined : this.#refuse(context, createMissingRefusal());
  }

  #decideForCaller(context: RequestContext, caller: Caller, rule: AccessRule): Refusal | undefined {
    const refusal = checkRule(caller, rule, this.#options.isRequired);
    if (refusal) return this.#refuse(context, refusal);
    context.onMissingScope = this.#onMissingScope;
    this.#options.onAdmitted(context, caller);
    this.#watch(context);
    return undefined;
  }

  readonly #onMissingScope = (context: RequestContext, scope: Scope): void => {
    this.#options.onRefused(context, createScopeRefusal(scope, context.caller));
  };

  #refuse(context: RequestContext, refusal: Refusal): Refusal {
    const { onRefused, challenge } = this.#options;
    onRefused(context, refusal);
    const parameters = getStatus(refusal) === 401 ? challenge?.(context) : undefined;
    return parameters === undefined ? refusal : addChallenge(refusal, parameters);
  }

  #refuseCredential(context: RequestContext, refusal: Refusal): MaybePromise<Refusal> {
    const isWrong = refusal.reason === "invalid" && getStatus(refusal) === 401;
    if (!isWrong) return this.#refuse(context, refusal);
    return chain(this.#options.throttle(context, refusal), (result) =>
      this.#refuse(context, result),
    );
  }
}

function getStatus({ error }: Refusal): number | undefined {
  return error instanceof HttpError ? error.status : undefined;
}

/** Adds parameters to the challenge of a 401. */
function addChallenge({ error, ...refusal }: Refusal, parameters: string): Refusal {
  const { "www-authenticate": challenge = "Bearer" } = (error as HttpError).headers;
  const separator = challenge === "Bearer" ? " " : ", ";
  const headers = { "www-authenticate": challenge + separator + parameters };
  return { ...refusal, error: new HttpError(401, error.message, headers) };
}

/** Unknown paths and methods are for callers with a credential, so that strangers learn nothing. */
function getRule({ isPreflight, route, params }: RequestContext): AccessRule {
  if (isPreflight) return "public";
  const access = route?.access ?? "signed-in";
  return typeof access === "function" ? access(params) : access;
}

function checkRule(caller: Caller, rule: AccessRule, isRequired: boolean): Refusal | undefined {
  if (caller.isAdmin || rule === "public" || rule === "signed-in") return undefined;
  if (rule === "administrator") return createAdministratorRefusal();
  // Metrics are public in open mode.
  if (coversScope(caller.scopes, rule) || (rule === "metrics" && !isRequired)) return undefined;
  return createScopeRefusal(rule, caller);
}

function createScopeRefusal(scope: Scope, caller: Caller | undefined): Refusal {
  return { reason: "scope", error: createScopeError(scope), keyId: caller?.id ?? undefined };
}

function createAdministratorRefusal(): Refusal {
  return {
    reason: "scope",
    error: new HttpError(403, "Only an administrator may do this."),
  };
}

function createMissingRefusal(): Refusal {
  const message =
    "This server needs a key. Send it as Authorization: Bearer KEY or X-API-Key: KEY.";
  return {
    reason: "missing",
    error: new HttpError(401, message, { "www-authenticate": "Bearer" }),
  };
}

/** Creates the limit of wrong credentials for an address. A right one is never counted. */
export function createThrottle({ counters, now }: ThrottleDeps): AccessOptions["throttle"] {
  return ({ client }, refusal) => {
    const nowMs = now();
    const decide = (window: RateWindow): Refusal =>
      window.count <= MAX_WRONG ? refusal : createThrottledRefusal(countSecondsLeft(window, nowMs));
    return chain(counters.hit(`credential ${client.ipPrefix}`, MINUTE_MS, nowMs), decide);
  };
}

function createThrottledRefusal(seconds: number): Refusal {
  const message = `At most ${MAX_WRONG} wrong keys a minute. Try again in ${seconds} s.`;
  return { reason: "throttled", error: new UnavailableError(message, "rate-limited", seconds) };
}
