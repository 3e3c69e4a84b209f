/** Counts of issued keys are exact, without bounds, because callers cannot invent them. */
export const ISSUED_PREFIX = "issued:";

export function isIssued(identity: string): boolean {
  return identity.startsWith(ISSUED_PREFIX);
}
