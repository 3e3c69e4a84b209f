/**
 * Returns the token in the address's fragment, which browsers send to no server; undefined without
 * one.
 */
export function readFragmentToken(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("token") || undefined;
}

/**
 * Downloads a URL of a private inbox with its token, which a link cannot send. Throws when it
 * cannot be read.
 */
export async function saveFile(url: string, token: string, name: string): Promise<void> {
  const response = await fetch(url, withToken(token));
  if (!response.ok) throw new Error(`the file is not available (${response.status})`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // Delayed, because some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Returns the options of a request that send the token. */
export function withToken(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
}
