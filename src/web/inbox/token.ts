/** Ids of this form need a read token. */
const PRIVATE_ID = /^~[A-Za-z0-9_-]{22}$/;

/** Returns true for an inbox that is read with a token. */
export function isPrivateInbox(id: string): boolean {
  return PRIVATE_ID.test(id);
}

/** Returns the token in the address's fragment, which browsers send to no server; undefined without one. */
export function tokenInFragment(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("token") || undefined;
}

/** Returns the part of a request that presents the token. */
export function withToken(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
}
