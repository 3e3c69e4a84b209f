/** Characters of a name at most: a longer one is cut by some programs that show it. */
const MAX_CHARACTERS = 60;

/**
 * Returns the beginning of a text as a file's name without its extension; empty when the text has
 * neither letters nor digits.
 */
export function toDownloadName(text: string): string {
  const words = text.replace(/^https?:\/\//i, "").split(/[^\p{L}\p{M}\p{N}.,_+]+/u);
  const name = [...words.filter(Boolean).join("-")].slice(0, MAX_CHARACTERS).join("");
  return name.replaceAll(/^[-.]+|[-.]+$/g, "");
}
