import { type ResourceKind, resolveUrl } from "../crawl/resource.ts";
import { matchesMedia } from "../css/media-query.ts";
import { addResource, type DocumentScan } from "./document-scan.ts";
import { getAttribute, type HtmlElement } from "./dom.ts";
import { parseIconSizes } from "./icons.ts";
import { selectSource } from "./srcset.ts";

/** Scans a `<link>` for style sheets, icons and preloads. */
export function scanLink(element: HtmlElement, scan: DocumentScan): void {
  const relations = (getAttribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  const media = getAttribute(element, "media") ?? "";
  if (relations.includes("stylesheet")) {
    scanStyleSheetLink(element, scan, relations.includes("alternate"));
  } else if (relations.includes("icon")) {
    scanIcon(element, scan);
  } else if (relations.includes("modulepreload")) {
    addResource(scan, "module", getAttribute(element, "href"));
  } else if (relations.includes("preload") && matchesMedia(media)) {
    scanPreload(element, scan);
  }
}

function scanStyleSheetLink(element: HtmlElement, scan: DocumentScan, isAlternate: boolean): void {
  if (getAttribute(element, "disabled") !== undefined) return;
  const href = getAttribute(element, "href");
  const media = getAttribute(element, "media") ?? "";
  // Browsers fetch sheets for other media and alternate ones, but do not apply them.
  addResource(scan, "stylesheet", href);
  const url = resolveUrl(href, scan.base);
  if (url && !isAlternate) scan.styleSheets.push({ url, media });
}

function scanIcon(element: HtmlElement, scan: DocumentScan): void {
  scan.icons.push({
    url: resolveUrl(getAttribute(element, "href"), scan.base),
    sizes: parseIconSizes(getAttribute(element, "sizes") ?? ""),
    scalable: getAttribute(element, "type")?.toLowerCase() === "image/svg+xml",
  });
}

const PRELOAD_KINDS = new Map(
  Object.entries<ResourceKind>({
    style: "stylesheet",
    script: "script",
    font: "font",
    image: "image",
    fetch: "other",
    track: "other",
  }),
);

const FONT_TYPES = /woff|ttf|otf|sfnt|font/;

function scanPreload(element: HtmlElement, scan: DocumentScan): void {
  const kind = PRELOAD_KINDS.get(getAttribute(element, "as")?.toLowerCase() ?? "");
  if (kind === undefined) return;
  const type = getAttribute(element, "type") ?? "";
  if (kind === "font" && type.includes("/") && !FONT_TYPES.test(type)) return;
  const href = getAttribute(element, "href");
  const srcset = getAttribute(element, "imagesrcset");
  const sizes = getAttribute(element, "imagesizes") ?? "";
  addResource(scan, kind, srcset ? selectSource(srcset, sizes, href) : href);
}
