/** Returns the codes of a list that is separated by spaces and line breaks. */
export function parseCodes(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
