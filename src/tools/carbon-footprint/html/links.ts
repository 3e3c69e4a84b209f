import { add, type DocumentScan } from "./document-scan.ts";
import { attribute, type Element } from "./dom.ts";
import { iconSizes } from "./icons.ts";
import { mediaMatches } from "../css/media-query.ts";
import { absolute, type ResourceKind } from "../crawl/resource.ts";
import { chooseSource } from "./srcset.ts";

/** Reads a `<link>`: style sheets, icons and preloads. */
export function readLink(element: Element, reading: DocumentScan): void {
  const relations = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  const href = attribute(element, "href");
  const media = attribute(element, "media") ?? "";
  if (relations.includes("stylesheet")) {
    if (attribute(element, "disabled") !== undefined) return;
    add(reading, "stylesheet", href);
    const url = absolute(href, reading.base);
    // A sheet for other media is fetched all the same, and then not applied.
    if (url && !relations.includes("alternate")) reading.sheets.push({ url, media });
  } else if (relations.includes("icon")) {
    readIcon(element, reading);
  } else if (relations.includes("modulepreload")) add(reading, "module", href);
  else if (relations.includes("preload") && mediaMatches(media)) readPreload(element, reading);
}

function readIcon(element: Element, reading: DocumentScan): void {
  reading.icons.push({
    url: absolute(attribute(element, "href"), reading.base),
    sizes: iconSizes(attribute(element, "sizes") ?? ""),
    scalable: attribute(element, "type")?.toLowerCase() === "image/svg+xml",
  });
}

const PRELOADS = new Map(
  Object.entries<ResourceKind>({
    style: "stylesheet",
    script: "script",
    font: "font",
    image: "image",
    fetch: "other",
    track: "other",
  }),
);

function readPreload(element: Element, reading: DocumentScan): void {
  const kind = PRELOADS.get(attribute(element, "as")?.toLowerCase() ?? "");
  const type = attribute(element, "type") ?? "";
  if (
    kind === undefined ||
    (kind === "font" && type.includes("/") && !/woff|ttf|otf|sfnt|font/.test(type))
  )
    return;
  const srcset = attribute(element, "imagesrcset");
  const href = attribute(element, "href");
  add(
    reading,
    kind,
    srcset ? chooseSource(srcset, attribute(element, "imagesizes") ?? "", href) : href,
  );
}
