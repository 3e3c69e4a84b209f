import type { Caller, Refusal } from "../../http/caller.ts";
import type { RequestContext } from "../../http/context.ts";
import { createOutageRefusal, createRefusal } from "../refusals.ts";
import type { OidcClient } from "./client.ts";
import type { ProviderAccounts } from "./provider-accounts.ts";
import { ProviderOutage } from "./failures.ts";

/** The path whose credentials may be access tokens, whatever the method is. */
const MCP_PATH = "/mcp";

/** Matches a signed JWT. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export const PROVIDER_OUTAGE = "The identity provider does not work. Try again later.";

interface TokenDeps {
  loadClient(): Promise<OidcClient>;
  accounts: ProviderAccounts;
}

/** Creates the function that judges access tokens. It returns undefined for other requests. */
export function createJudgeToken({ loadClient, accounts }: TokenDeps) {
  return (token: string, context: RequestContext): Promise<Caller | Refusal> | undefined => {
    if (!isMcp(context) || !JWT.test(token)) return undefined;
    return judge(token);
  };

  async function judge(token: string): Promise<Caller | Refusal> {
    try {
      const client = await loadClient();
      const verdict = await client.verifyToken(token);
      if (typeof verdict === "string") return createRefusal(verdict, { kind: "token" });
      return accounts.admitToken(verdict.claims) ?? createRefusal("invalid", { kind: "token" });
    } catch (error) {
      if (error instanceof ProviderOutage) return createOutageRefusal(PROVIDER_OUTAGE);
      throw error;
    }
  }
}

/** True for requests to MCP. An unknown method has no route. */
export function isMcp({ route, path }: RequestContext): boolean {
  return (route?.path ?? path) === MCP_PATH;
}
