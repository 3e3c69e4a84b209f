import type { Refusal } from "../../http/caller.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import { isNavigation, isProgramPath } from "../../lib/net/navigation.ts";
import type { PageServices } from "./page-renderer.ts";
import { seeOther } from "./sign-in-routes.ts";

/**
 * Creates the replies to browsers whose navigation is refused: to sign in, or a page that names
 * what is missing. Undefined for programs.
 */
export function createRefusedPage({ render, getSite }: Pick<PageServices, "render" | "getSite">) {
  return (context: RequestContext, { reason, error }: Refusal): Promise<Reply> | undefined => {
    const { basePath, target } = context;
    if (!isNavigation(context) || isProgramPath(target)) return undefined;
    if (reason === "missing") {
      const next = encodeURIComponent(basePath + target);
      return Promise.resolve(seeOther(`${basePath}/sign-in?next=${next}`));
    }
    if (reason !== "scope" && reason !== "network") return undefined;
    return render(context, {
      title: "Not allowed · Sundry",
      description: "This page is not for this account.",
      part: "access",
      status: 403,
      content: { page: "Refused", props: { site: getSite(context), message: error.message } },
    });
  };
}
