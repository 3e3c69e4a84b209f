import type { Caller } from "../../http/caller.ts";
import { coversScope, type Scope } from "../../lib/scope.ts";
import { type AccountSettings, createAccountCaller } from "../accounts.ts";
import {
  type Claims,
  listNeededClaims,
  matchesAccount,
  pickClaims,
  readEmail,
} from "./account-rules.ts";

export interface ProviderAccountSettings extends AccountSettings {
  oidcIssuer: string;
  /** Entries of the accounts that may sign in. */
  oidcAllowed: readonly string[];
  /** True: e-mail addresses count without the word that they are verified. */
  oidcTrustEmail: boolean;
}

/** The accounts of a provider, by its claims. */
export class ProviderAccounts {
  readonly #settings: ProviderAccountSettings;
  readonly #entries: readonly string[];

  constructor(settings: ProviderAccountSettings) {
    this.#settings = settings;
    this.#entries = [...settings.oidcAllowed, ...settings.accessAdmins];
  }

  /** Names of claims that decide. */
  get neededClaims(): readonly string[] {
    return listNeededClaims(this.#entries);
  }

  /** Returns the claims to store with a session. */
  pickClaims(claims: Claims): Claims {
    return pickClaims(claims, this.#entries);
  }

  /** Returns the caller of an account; undefined for one that is not allowed. */
  admit(claims: Claims): Caller | undefined {
    const { oidcIssuer, oidcAllowed, oidcTrustEmail: trustsEmail, accessAdmins } = this.#settings;
    const { iss, sub } = claims;
    // A session may be older than the setting of the provider.
    if (!isSameIssuer(iss, oidcIssuer) || typeof sub !== "string") return undefined;
    if (!matchesAccount({ entries: oidcAllowed, trustsEmail }, claims)) return undefined;
    // As the entry that would mean it.
    const name = readEmail(claims, trustsEmail) ?? `sub:${sub}`;
    const isAdmin = matchesAccount({ entries: accessAdmins, trustsEmail }, claims);
    return createAccountCaller({ name, identity: `sub:${sub}`, isAdmin }, this.#settings);
  }

  /** Returns the caller of an access token: what both its scopes and those of accounts name. */
  admitToken(claims: Claims): Caller | undefined {
    const caller = this.admit(claims);
    if (!caller) return undefined;
    const { accessUserScopes } = this.#settings;
    const granted = listGrantedScopes(claims);
    const covers = (scope: string) =>
      [granted, accessUserScopes].every((scopes) => coversScope(scopes, scope as Scope));
    const scopes = [...new Set([...granted, ...accessUserScopes])].filter(covers);
    return { ...caller, scopes, isAdmin: false };
  }
}

/** Providers send `scope` with spaces (RFC 9068), or `scp` as a text or list. */
function listGrantedScopes({ scope, scp }: Claims): string[] {
  return [scope, scp].flat().flatMap((text) => (typeof text === "string" ? text.split(" ") : []));
}

function isSameIssuer(issuer: unknown, expected: string): boolean {
  if (typeof issuer !== "string" || !URL.canParse(issuer)) return false;
  return new URL(issuer).href === new URL(expected).href;
}
