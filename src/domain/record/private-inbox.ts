const PRIVATE_ID = /^~[A-Za-z0-9_-]{22}$/;

/**
 * Returns true when reads of an inbox need its token. An id that a caller chose in this form is
 * private, too.
 */
export function isPrivateInbox(id: string): boolean {
  return PRIVATE_ID.test(id);
}
