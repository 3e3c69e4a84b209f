import createFindMyWay, { type HTTPMethod } from "find-my-way";
import { type Match, splitTarget } from "./context.ts";
import type { Route } from "./route.ts";

/** Finds routes by method and target (path and query, as sent). */
export interface Router {
  match(method: string, target: string): Match<Route> | undefined;
  /**
   * The methods of the routes at a path, with OPTIONS and sorted; empty where no route has the
   * path.
   */
  allowedMethods(target: string): string[];
}

/**
 * No path is refused for the length of a segment: the size of the whole head has a limit of its
 * own.
 */
const MAX_PARAM_LENGTH = 65_536;

/**
 * Creates the router. Throws an Error for two routes with the same path and method, and for one
 * without an access rule.
 */
export function createRouter(routes: readonly Route[]): Router {
  const router = createFindMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    // Handlers parse the query themselves, because each has rules of its own for names and repeats.
    querystringParser: (text) => text,
  });
  /** The fixed paths of each method. */
  const fixed = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    if (!hasAccessRule(route)) throw new Error(`the route ${route.path} has no access rule`);
    if (hasParams(route)) router.on(route.methods as HTTPMethod[], route.path, noop, route);
    else addFixed(fixed, route);
  }
  const methods = [...new Set(routes.flatMap((route) => route.methods))];

  function find(method: string, target: string): Match<Route> | undefined {
    const paths = fixed.get(method);
    // Most targets are a path as it is.
    const exact = paths?.get(target);
    if (exact) return { route: exact, params: {}, query: "" };
    const [path, query] = splitAtQuery(target);
    const route = paths?.get(decodePath(path));
    if (route) return { route, params: {}, query };
    const result = router.find(method as HTTPMethod, target);
    if (!result) return undefined;
    const { store, params, searchParams } = result as unknown as FindResult;
    return { route: store, params, query: searchParams };
  }

  /** The router decodes paths, so a malformed one is matched by what precedes its first escape. */
  function findRawPath(method: string, target: string): Match<Route> | undefined {
    const [path, query] = splitTarget(target);
    if (isDecodable(path)) return undefined;
    const match = find(method, path.slice(0, path.indexOf("%")));
    return match?.route.rawPath ? { ...match, query } : undefined;
  }

  const match: Router["match"] = (method, target) =>
    find(method, target) ?? findRawPath(method, target);

  return {
    match,
    allowedMethods(target) {
      const allowed = methods.filter((method) => match(method, target) !== undefined);
      return allowed.length === 0 ? [] : [...new Set([...allowed, "OPTIONS"])].sort();
    },
  };
}

/** Types do not hold for what was spread or cast, and such a route must not be open. */
function hasAccessRule({ access }: Partial<Route>): boolean {
  return access !== undefined;
}

function hasParams({ path }: Route): boolean {
  return /[:*]/.test(path);
}

/** Fixed paths need no tree, whose building was a tenth of a start. */
function addFixed(fixed: Map<string, Map<string, Route>>, route: Route): void {
  for (const method of route.methods) {
    const paths = fixed.get(method) ?? new Map<string, Route>();
    if (paths.has(route.path)) throw new Error(`the route ${method} ${route.path} exists twice`);
    fixed.set(method, paths.set(route.path, route));
  }
}

/** Splits a target as the tree does, at a fragment too. */
function splitAtQuery(target: string): [path: string, query: string] {
  const mark = target.search(/[?#]/);
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** A malformed path stays as it is, and no route has it. */
function decodePath(path: string): string {
  return path.includes("%") && isDecodable(path) ? decodeURI(path) : path;
}

/** The result of find-my-way, with the types of this router. */
interface FindResult {
  store: Route;
  params: Record<string, string>;
  searchParams: string;
}

/** True when every percent-escape of a path is one of UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/** Routes are found, never called by the router. */
function noop(): void {}
