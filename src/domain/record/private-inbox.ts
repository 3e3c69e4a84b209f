const PRIVATE_ID = /^~[A-Za-z0-9_-]{22}$/;

/** True when reads need a token, also for an id that a caller chose in this form. */
export function isPrivateInbox(id: string): boolean {
  return PRIVATE_ID.test(id);
}
