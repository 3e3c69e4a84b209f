import type { Refusal } from "../../http/caller.ts";
import type { AccessOptions } from "../access-check.ts";
import type { RequestContext } from "../../http/context.ts";
import { HttpError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Audit } from "../audit.ts";
import { createOutageRefusal } from "../refusals.ts";
import type { Sessions } from "../sessions.ts";
import { PROVIDER_OUTAGE } from "./access-tokens.ts";
import type { Attempts } from "./attempts.ts";
import type { OidcClient } from "./client.ts";
import type { ProviderAccounts } from "./provider-accounts.ts";
import { ProviderOutage, SignInError } from "./failures.ts";

/** A step of a sign-in that the browser takes next. */
export interface SignInStep {
  location: string;
  cookie: string;
}

/** Signs browsers in at the provider. */
export interface ProviderSignIn {
  /** The text of the button. */
  name: string;
  /** Resolves with the URL of the provider. */
  begin(context: RequestContext, next: string): Promise<SignInStep | Refusal>;
  /** Resolves with the path that opens, and a session, where the provider sends the browser. */
  finish(context: RequestContext): Promise<SignInStep | Refusal>;
}

interface ProviderSignInDeps {
  name: string;
  loadClient(): Promise<OidcClient>;
  accounts: ProviderAccounts;
  attempts: Attempts;
  sessions: Sessions;
  audit: Audit;
  log: Logger;
  onRefused: AccessOptions["onRefused"];
}

const REFUSALS = {
  attempt: [
    "invalid",
    400,
    "This sign-in was not begun in this browser, is over, or took more than 10 minutes.",
  ],
  response: ["invalid", 400, "The identity provider's response is not valid."],
  denied: ["scope", 403, "The identity provider did not let you sign in."],
  account: ["scope", 403, "This account may not use this server."],
} as const;

export function createProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { name, loadClient, attempts, log, onRefused } = deps;

  /** Resolves with a refusal where the provider or the account is the reason. */
  async function run(
    context: RequestContext,
    step: () => Promise<SignInStep | Refusal>,
  ): Promise<SignInStep | Refusal> {
    const result = await step().catch((error: unknown) => {
      const refusal = toRefusal(error);
      log.warn(
        { reason: String(error), requestId: context.id },
        "a sign-in at the provider failed",
      );
      return refusal;
    });
    if ("error" in result) onRefused(context, result);
    return result;
  }

  return {
    name,
    begin: (context, next) =>
      run(context, async () => {
        const client = await loadClient();
        const { attempt, cookie } = await attempts.begin(context, next);
        return { location: await client.formatSignInUrl(attempt), cookie };
      }),
    finish: (context) => run(context, () => finishSignIn(context, deps)),
  };
}

async function finishSignIn(
  context: RequestContext,
  { loadClient, accounts, attempts, sessions, audit }: ProviderSignInDeps,
): Promise<SignInStep | Refusal> {
  const state = new URLSearchParams(context.query).get("state") ?? "";
  const attempt = await attempts.take(context, state);
  if (!attempt) return createSignInRefusal("attempt");
  const client = await loadClient();
  const claims = await client.finishSignIn(context.query, attempt, accounts.neededClaims);
  const caller = accounts.admit(claims);
  if (!caller) return createSignInRefusal("account");
  const subject = { kind: "user" as const, claims: accounts.pickClaims(claims) };
  const cookie = await sessions.start(context, subject);
  context.setCaller(caller);
  audit.record("session.started", context);
  return { location: attempt.next, cookie };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof ProviderOutage) return createOutageRefusal(PROVIDER_OUTAGE);
  if (error instanceof SignInError)
    return createSignInRefusal(error.isDenied ? "denied" : "response");
  throw error;
}

function createSignInRefusal(kind: keyof typeof REFUSALS): Refusal {
  const [reason, status, message] = REFUSALS[kind];
  return { reason, error: new HttpError(status, message) };
}
