/** Matches a path of the same host as browsers read it: neither `//host` nor a backslash. */
const LOCAL_PATH = /^\/(?!\/)[^\\\p{Cc}]*$/u;

const ORIGIN = "http://origin.invalid";

/**
 * Returns a path of this server that was sent, with its query and fragment. Anything else is the
 * home page, so that no link redirects to another site.
 */
export function toLocalPath(text: string, basePath: string): string {
  const home = `${basePath}/`;
  if (!LOCAL_PATH.test(text) || !URL.canParse(text, ORIGIN)) return home;
  const { origin, pathname, search, hash } = new URL(text, ORIGIN);
  const isBelow = pathname === basePath || pathname.startsWith(home);
  return origin === ORIGIN && isBelow && !pathname.startsWith("//")
    ? pathname + search + hash
    : home;
}
