/** Returns the number of a key's limit. Other text is unchanged, so that the API rejects it. */
export function parseLimit(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
