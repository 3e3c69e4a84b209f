import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { HttpError } from "../lib/errors.ts";
import { isNavigation } from "../lib/net/navigation.ts";
import type { RequestContext } from "./context.ts";
import type { Reply } from "./reply.ts";
import type { Handler } from "./route.ts";
import { isDecodable, type Router } from "./router.ts";

/** Characters of an unknown path that its error repeats. */
const MAX_QUOTED_PATH = 200;

/**
 * Creates the handler of requests without a route. A known path with another method is 405 with
 * `Allow` (204 for OPTIONS). Any other path is 404: `notFoundPage` for browsers outside the API,
 * else an error.
 */
export function createNotFoundHandler(router: Router, notFoundPage: Handler | undefined): Handler {
  return (context): MaybePromise<Reply> => {
    const { path, target } = context;
    if (!isDecodable(path)) throw new HttpError(400, "The URL has a malformed percent-escape.");
    const allowed = router.allowedMethods(target);
    const allow = allowed.join(", ");
    if (allowed.length > 0 && context.method === "OPTIONS") {
      return { status: 204, headers: { allow } };
    }
    if (allowed.length > 0) {
      throw new HttpError(405, formatMethodNotAllowed(context, router, allowed), { allow });
    }
    if (notFoundPage && isNavigation(context)) return notFoundPage(context);
    throw new HttpError(404, `Not found: ${path.slice(0, MAX_QUOTED_PATH)}`);
  };
}

function formatMethodNotAllowed(
  { target, basePath }: RequestContext,
  router: Router,
  allowed: string[],
): string {
  const useful = allowed.filter((method) => method !== "OPTIONS");
  const anchor = router.match(useful[0] ?? "", target)?.route.docsAnchor;
  const docs = anchor === undefined ? "" : ` Docs: ${basePath}/docs/reference#${anchor}`;
  return `Method not allowed. Use ${useful.join(" or ")}.${docs}`;
}
