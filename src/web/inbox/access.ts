/** An inbox as the parts of its page reach it. */
export interface InboxAccess {
  id: string;
  /** The whole URL to which requests are sent. */
  url: string;
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  /** The URL of the script that verifies signatures. */
  verifier: string | undefined;
}
