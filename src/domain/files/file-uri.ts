import type { KeptFile } from "./file-store.ts";

/** The path of files over HTTP, below the URL of the server. */
export const FILES_PATH = "/api/v1/files";

/** Begins the URI of a file that is named by this process alone. */
const SCHEME = "sundry://files";

type FileName = Pick<KeptFile, "id" | "name">;

/** Returns the URI of a file. `origin` is the URL of the server; without one it is `sundry:`. */
export function formatFileUri({ id, name }: FileName, origin?: string): string {
  const base = origin === undefined ? SCHEME : `${origin}${FILES_PATH}`;
  return `${base}/${id}/${encodeURIComponent(name)}`;
}

const URI = new RegExp(`^(?:${SCHEME}|https?://[^?#]+${FILES_PATH})/(.*)$`, "s");

/**
 * Parses the URI of a file. Its host is not compared, because a server has many names and an id
 * belongs to one file. Returns undefined for other text, and an id that no file has for a URI that
 * is not complete.
 */
export function parseFileUri(text: string): FileName | undefined {
  const [, path] = URI.exec(text) ?? [];
  if (path === undefined) return undefined;
  const [, id = "", name = ""] = /^([\w-]{22})\/([^/?#]+)$/.exec(path) ?? [];
  return { id, name: decode(name) };
}

/** Returns an empty text for a malformed escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
