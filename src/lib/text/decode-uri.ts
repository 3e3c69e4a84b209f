/** Decodes percent-encoded text. One that is wrong is returned as it is. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
