/**
 * Begins the identities of issued keys. Their counts are exact and complete where those of others
 * have bounds, because callers cannot invent them.
 */
export const ISSUED_PREFIX = "issued:";

export function isIssued(identity: string): boolean {
  return identity.startsWith(ISSUED_PREFIX);
}
