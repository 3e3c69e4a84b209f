import type { ProviderSignIn, SignInStep } from "../../access/oidc/provider-sign-in.ts";
import type { Refusal } from "../../http/caller.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import type { PageServices } from "./page-renderer.ts";
import { readNext, seeOther, toErrorHead } from "./sign-in-routes.ts";

interface ProviderPageOptions extends PageServices {
  provider: ProviderSignIn;
}

/** So that no address fills the store of sign-ins that have begun. */
const LIMIT = { name: "sign-in", perMinute: 60 };

/** Creates the routes that lead to the provider of single sign-on and back. */
export function createProviderRoutes(options: ProviderPageOptions): Route[] {
  const { provider } = options;
  const shared = { methods: ["GET"], access: "public", limit: LIMIT } as const;
  return [
    {
      ...shared,
      path: "/auth/oidc",
      handler: async (context) =>
        toReply(options, context, await provider.begin(context, readNext(context))),
    },
    {
      ...shared,
      path: "/auth/oidc/callback",
      handler: async (context) => toReply(options, context, await provider.finish(context)),
    },
  ];
}

async function toReply(
  { render, getSite }: ProviderPageOptions,
  context: RequestContext,
  result: SignInStep | Refusal,
): Promise<Reply> {
  if ("location" in result) return seeOther(result.location, { "set-cookie": result.cookie });
  const site = getSite(context);
  const { status, headers } = toErrorHead(result);
  const reply = await render(context, {
    title: "Sign-in failed · Sundry",
    description: "The sign-in at the identity provider failed.",
    part: "access",
    content: { page: "SignInFailed", props: { site, message: result.error.message } },
  });
  return { ...reply, status, headers: { ...reply.headers, ...headers } };
}
