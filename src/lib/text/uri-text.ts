/** Decodes percent-encoded text. One that is wrong is returned as it is. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Encodes an address for a URI. Keeps its at sign, which readers look for. */
export function encodeAddress(address: string): string {
  return encodeURIComponent(address).replaceAll("%40", "@");
}
