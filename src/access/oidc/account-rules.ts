/** Statements of the provider about an account. */
export type Claims = Readonly<Record<string, unknown>>;

/** Matches `CLAIM:VALUE`. Names that are URLs have colons, so the last one divides them. */
const CLAIM_ENTRY = /^((?:https?:\/\/.+)|[^:@]+):(.+)$/;

/** One `@`: with two, providers and we may read different domains. */
const EMAIL = /^[^\s@:]+@[^\s@:]+$/;

/** The name of entries for users of proxies, which never means a claim. */
const PROXY_USER = "user";

/** The settings by which accounts are admitted. */
interface AccountRules {
  /** `ada@example.com`, `@example.com`, `CLAIM:VALUE` or `*`. */
  entries: readonly string[];
  /** True: an e-mail address counts although the provider does not say that it is verified. */
  trustsEmail: boolean;
}

/** Returns true for an account that one of the entries means. */
export function matchesAccount({ entries, trustsEmail }: AccountRules, claims: Claims): boolean {
  const email = readEmail(claims, trustsEmail);
  return entries.some((entry) => entry === "*" || matchesEntry(entry, claims, email));
}

function matchesEntry(entry: string, claims: Claims, email: string | undefined): boolean {
  const pair = parseClaimEntry(entry);
  if (pair) return listValues(claims, pair.claim).includes(pair.value);
  const text = toAsciiLowerCase(entry);
  return entry.startsWith("@") ? (email?.endsWith(text) ?? false) : email === text;
}

/** Returns the e-mail address in lower case; undefined unless it counts. */
export function readEmail(claims: Claims, trustsEmail: boolean): string | undefined {
  const { email, email_verified: isVerified = trustsEmail } = claims;
  if (isVerified !== true || typeof email !== "string") return undefined;
  return EMAIL.test(email) ? toAsciiLowerCase(email) : undefined;
}

/** Returns the names of the claims that the entries need. */
export function listNeededClaims(entries: readonly string[]): string[] {
  const named = entries.flatMap((entry) => parseClaimEntry(entry)?.claim ?? []);
  return ["email", "email_verified", ...named];
}

/** Returns the claims that the entries read, in a size that can be stored. */
export function pickClaims(claims: Claims, entries: readonly string[]): Claims {
  const { iss, sub, email, email_verified } = claims;
  const picked: Record<string, unknown[]> = {};
  for (const { claim, value } of entries.flatMap((entry) => parseClaimEntry(entry) ?? [])) {
    if (listValues(claims, claim).includes(value)) (picked[claim] ??= []).push(value);
  }
  return { ...picked, iss, sub, email, email_verified };
}

function parseClaimEntry(entry: string): { claim: string; value: string } | undefined {
  const [, claim, value] = CLAIM_ENTRY.exec(entry) ?? [];
  if (claim === undefined || value === undefined || claim === PROXY_USER) return undefined;
  return { claim, value };
}

function listValues(claims: Claims, name: string): unknown[] {
  return Object.hasOwn(claims, name) ? [claims[name]].flat() : [];
}

/** Other letters stay: the Kelvin sign would become a `k`. */
function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
