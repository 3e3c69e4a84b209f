/** Characters that need no escaping in a `mailto:` address: no `?`, `&` or `%`, which add headers to it. */
const PLAIN_ADDRESS = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Rejects characters that are invisible, reorder text or that browsers read as a slash. */
const VISIBLE = /^[^\s\p{C}\\]+$/u;
const WITH_SCHEME = /^https?:\/\//i;
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u;

/** Returns the link of an e-mail address; undefined unless it is a plain address. */
export function toMailLink(email: string): string | undefined {
  return PLAIN_ADDRESS.test(email) ? `mailto:${email}` : undefined;
}

/** Returns the link of a website: http(s) without user info, a bare host over https; undefined for all else. */
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
