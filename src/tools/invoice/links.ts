/**
 * Characters that need no escaping in a `mailto:` address: no `?`, `&` or `%`, which add headers to
 * it.
 */
const PLAIN_ADDRESS = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Rejects characters that are invisible, reorder text or that browsers read as a slash. */
const VISIBLE = /^[^\s\p{C}\\]+$/u;
const WITH_SCHEME = /^https?:\/\//i;
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u;

/** Returns the `mailto:` link of a plain e-mail address, and undefined for any other text. */
export function toMailLink(email: string): string | undefined {
  return PLAIN_ADDRESS.test(email) ? `mailto:${email}` : undefined;
}

/**
 * Returns the link of an http(s) URL without user info, or of a bare host over https. Returns
 * undefined for any other text.
 */
export function toWebLink(website: string): string | undefined {
  if (!VISIBLE.test(website)) return undefined;
  if (WITH_SCHEME.test(website)) return toPlainUrl(website);
  return BARE_HOST.test(website) ? toPlainUrl(`https://${website}`) : undefined;
}

function toPlainUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { username, password, href } = new URL(text);
  return username === "" && password === "" ? href : undefined;
}
