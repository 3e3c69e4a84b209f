/**
 * Matches the host and port of a URL (RFC 9110, 7.2): a name, an IPv4 address or one in brackets.
 */
const HOST = /^(?:\[[\d.:a-f]+\]|[^\s\p{Cc}"#%/:<>?@[\\\]^`{|}]+)(?::\d{1,5})?$/iu;

/** Hosts that were checked already, so that most requests cost one look-up. */
const MAX_KNOWN_HOSTS = 100;
const accepted = new Set<string>();

/** Returns true for a host, with or without a port, that a URL can have. */
export function isValidHost(host: string): boolean {
  if (accepted.has(host)) return true;
  const isValid = HOST.test(host) && URL.canParse(`http://${host}`);
  if (isValid && accepted.size < MAX_KNOWN_HOSTS) accepted.add(host);
  return isValid;
}
