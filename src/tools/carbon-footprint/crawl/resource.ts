/** The role of a resource on its page. */
export type ResourceKind =
  | "document"
  | "stylesheet"
  | "script"
  | "module"
  | "image"
  | "icon"
  | "font"
  | "media"
  | "other";

/** A resource that a page requests: its absolute URL without a fragment, and its role. */
export interface PageResource {
  url: string;
  kind: ResourceKind;
}

/**
 * A nested document: its URL, or the HTML of a `srcdoc` attribute with the base URL that it
 * inherits.
 */
export type PageFrame = { url: string } | { srcdoc: string; base: string };

/**
 * Resolves a reference to an absolute http(s) URL without a fragment. Returns undefined for any
 * other reference.
 */
export function resolveUrl(reference: string | undefined, base: string): string | undefined {
  const text = reference?.trim();
  if (text === undefined || text === "" || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  return url.href;
}
