import { add, type DocumentScan } from "./document-scan.ts";
import { attribute, type Element } from "./dom.ts";
import { mediaMatches } from "../css/media-query.ts";
import { chooseSource } from "./srcset.ts";

/** Reads an `<img>`: the one file of its `srcset` and its `<picture>` that is fetched. */
export function readImage(element: Element, reading: DocumentScan): void {
  if (attribute(element, "loading")?.toLowerCase() === "lazy") {
    reading.lazySeen += 1;
    // Where a lazy image stands needs layout; the first is near the top more often than not, later ones are not.
    if (reading.lazySeen > 1) return;
  }
  const source = pictureSource(element);
  const srcset = source ?? element;
  const list = attribute(srcset, "srcset");
  const fallback = source === undefined ? attribute(element, "src") : undefined;
  const sizes = attribute(srcset, "sizes") ?? "";
  add(
    reading,
    "image",
    list ? (chooseSource(list, sizes, fallback) ?? attribute(element, "src")) : fallback,
  );
}

/** Image formats that the reference browser shows. */
const SHOWN = /^image\/(avif|webp|png|apng|jpe?g|gif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)/;

/** Nodes of a `<picture>` that are looked through for each image in it. */
const MAX_SOURCES = 100;

/** The `<source>` of the surrounding `<picture>` that applies, if one does. */
function pictureSource(image: Element): Element | undefined {
  const parent = image.parentNode;
  if (!parent || !("tagName" in parent) || parent.tagName !== "picture") return undefined;
  for (const node of parent.childNodes.slice(0, MAX_SOURCES)) {
    if (node === image) return undefined;
    if (!("tagName" in node) || node.tagName !== "source" || !attribute(node, "srcset")) continue;
    const type = attribute(node, "type");
    if (type !== undefined && !SHOWN.test(type.toLowerCase())) continue;
    if (mediaMatches(attribute(node, "media") ?? "")) return node;
  }
  return undefined;
}
