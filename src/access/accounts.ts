import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../http/caller.ts";
import { SCOPES } from "../lib/scope.ts";
import { hashToText } from "./keys/key-format.ts";

/** The rights of accounts. */
export interface AccountSettings {
  /** Scopes of accounts that are not administrators. */
  accessUserScopes: readonly string[];
  /** Entries of administrators: `user:NAME`, or as in `OIDC_ALLOWED`. */
  accessAdmins: readonly string[];
}

/** All scopes, which administrators have. */
export const ALL_SCOPES: readonly string[] = ["tools:*", ...SCOPES];

interface Account {
  /** The name that people see. */
  name: string;
  /** The name by which its requests are counted. */
  identity: string;
  isAdmin: boolean;
}

export function createAccountCaller(
  { name, identity, isAdmin }: Account,
  { accessUserScopes }: AccountSettings,
): Caller {
  return {
    kind: "user",
    id: null,
    name,
    scopes: isAdmin ? ALL_SCOPES : accessUserScopes,
    isAdmin,
    // A hash, because counts are stored by it.
    quotaKey: `user:${hashToText(identity)}`,
    expiresAt: null,
  };
}

const MAX_NAME = 256;

/** Reads the user that a proxy names; undefined without one, null for a name that is not valid. */
export function readProxyUser(
  headers: IncomingHttpHeaders,
  header: string,
): string | null | undefined {
  const value = headers[header];
  if (value === undefined) return undefined;
  // Node reads header bytes as Latin-1.
  const name = Buffer.from(String(value), "latin1").toString("utf8");
  const isValid = name.length > 0 && [...name].length <= MAX_NAME && !/[\p{Cc}\ufffd]/u.test(name);
  return isValid ? name : null;
}
