import { matchesMedia } from "../css/media-query.ts";
import { addResource, type DocumentScan } from "./document-scan.ts";
import { getAttribute, type HtmlElement } from "./dom.ts";
import { selectSource } from "./srcset.ts";

/** Scans an `<img>` for its file, one of those in its `srcset` and its `<picture>`. */
export function scanImage(element: HtmlElement, scan: DocumentScan): void {
  if (getAttribute(element, "loading")?.toLowerCase() === "lazy") {
    scan.lazyImages += 1;
    // Positions need layout, so assume that the first lazy image is near the top and later ones are
    // not.
    if (scan.lazyImages > 1) return;
  }
  const source = findPictureSource(element);
  const src = getAttribute(element, "src");
  const fallback = source === undefined ? src : undefined;
  const srcset = getAttribute(source ?? element, "srcset");
  const sizes = getAttribute(source ?? element, "sizes") ?? "";
  const selected = srcset ? (selectSource(srcset, sizes, fallback) ?? src) : fallback;
  addResource(scan, "image", selected);
}

/** Image formats that Chromium supports. */
const SUPPORTED_TYPES =
  /^image\/(avif|webp|png|apng|jpe?g|gif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)/;

/** Maximum nodes of a `<picture>` that are searched for each image in it. */
const MAX_SOURCES = 100;

/** Returns the `<source>` of the surrounding `<picture>` that applies, if there is one. */
function findPictureSource(image: HtmlElement): HtmlElement | undefined {
  const parent = image.parentNode;
  if (!parent || !("tagName" in parent) || parent.tagName !== "picture") return undefined;
  for (const node of parent.childNodes.slice(0, MAX_SOURCES)) {
    if (node === image) return undefined;
    if (!("tagName" in node) || node.tagName !== "source") continue;
    if (!getAttribute(node, "srcset")) continue;
    const type = getAttribute(node, "type");
    if (type !== undefined && !SUPPORTED_TYPES.test(type.toLowerCase())) continue;
    if (matchesMedia(getAttribute(node, "media") ?? "")) return node;
  }
  return undefined;
}
