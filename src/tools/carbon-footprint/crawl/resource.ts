/** What a page loads, by the part it plays. */
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

/** One thing that a page asks for: an absolute URL without its fragment, and why. */
export interface Resource {
  url: string;
  kind: ResourceKind;
}

/** The absolute http(s) URL without fragment that a reference means; undefined where nothing is fetched. */
export function absolute(reference: string | undefined, base: string): string | undefined {
  const text = reference?.trim();
  if (text === undefined || text === "" || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  return url.href;
}
