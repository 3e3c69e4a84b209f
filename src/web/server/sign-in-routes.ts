import type { SignIn } from "../../access/sign-in.ts";
import type { Refusal } from "../../http/caller.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import { HttpError, UnavailableError } from "../../lib/errors.ts";
import { NO_STORE } from "../../lib/net/http-headers.ts";
import { toLocalPath } from "./local-path.ts";
import type { PageServices } from "./page-renderer.ts";

interface SignInPageOptions extends PageServices {
  signIn: SignIn;
}

const FORM = { format: "form", maxBytes: 16_384 } as const;

/** Creates the routes by which people sign in and out. */
export function createSignInRoutes(options: SignInPageOptions): Route[] {
  const { signIn } = options;
  const page: Route = {
    methods: ["GET", "HEAD"],
    path: "/sign-in",
    access: "public",
    handler: (context) => renderSignIn(options, context, { next: readNext(context) }),
  };
  const post: Route = {
    methods: ["POST"],
    path: "/sign-in",
    access: "public",
    body: FORM,
    beforeBody: (context) => requireSameOrigin(signIn, context),
    handler: async (context) => {
      const form = new URLSearchParams(String(context.body));
      const next = toLocalPath(form.get("next") ?? "", context.basePath);
      const result = await signIn.start(context, form.get("key")?.trim() ?? "");
      if ("cookie" in result) return seeOther(next, { "set-cookie": result.cookie });
      return renderSignIn(options, context, { next, refusal: result });
    },
  };
  const signOut: Route = {
    methods: ["POST"],
    path: "/sign-out",
    access: "public",
    beforeBody: (context) => requireSameOrigin(signIn, context),
    handler: async (context) =>
      seeOther(`${context.basePath}/sign-in`, { "set-cookie": await signIn.end(context) }),
  };
  return [page, post, signOut];
}

/** Throws an HttpError of 403 for a form of another site. Programs send neither header. */
function requireSameOrigin(signIn: SignIn, context: RequestContext): void {
  const { "sec-fetch-site": site, origin } = context.headers;
  const isProgram = site === undefined && origin === undefined;
  if (isProgram || signIn.isSameOrigin(context)) return;
  throw new HttpError(403, "Pages of other origins cannot send this request.");
}

/** Returns the path that opens after the sign-in. */
export function readNext({ query, basePath }: RequestContext): string {
  return toLocalPath(new URLSearchParams(query).get("next") ?? "", basePath);
}

async function renderSignIn(
  { signIn, render, getSite }: SignInPageOptions,
  context: RequestContext,
  { next, refusal }: { next: string; refusal?: Refusal },
): Promise<Reply> {
  const problem = refusal?.error.message;
  const provider = signIn.provider?.name;
  const props = { site: getSite(context), next, provider, problem };
  const reply = await render(context, {
    title: "Sign in · Sundry",
    description: "Sign in to this server.",
    part: "access",
    content: { page: "SignIn", props },
  });
  if (!refusal) return reply;
  const { status, headers } = toErrorHead(refusal);
  return { ...reply, status, headers: { ...reply.headers, ...headers } };
}

/** Returns the status and headers of a refusal's response. */
export function toErrorHead({ error }: Refusal): Required<Pick<Reply, "status" | "headers">> {
  if (!(error instanceof UnavailableError)) return error;
  const { kind, retryAfterSeconds } = error;
  const headers = { "retry-after": String(retryAfterSeconds) };
  return { status: kind === "rate-limited" ? 429 : 503, headers };
}

/** Redirects to a page by GET. */
export function seeOther(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, headers: { location, ...NO_STORE, ...headers } };
}
