const PREFIX = /^data:[\w.+/-]*(?:;[\w=.+-]+)*;base64,/i;

/** Longest prefix that is looked for. */
const MAX_PREFIX = 200;

/** Returns the base64 of a data URL. Other text is unchanged. */
export function removeDataUrlPrefix(text: string): string {
  const [prefix = ""] = PREFIX.exec(text.slice(0, MAX_PREFIX)) ?? [];
  return text.slice(prefix.length);
}
