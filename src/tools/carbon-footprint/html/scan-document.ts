import { resolveUrl } from "../crawl/resource.ts";
import { addResource, type DocumentContents, type DocumentScan } from "./document-scan.ts";
import {
  listElements,
  getAttribute,
  getOwnText,
  type HtmlElement,
  type ParsedPage,
} from "./dom.ts";
import { selectIcons } from "./icons.ts";
import { scanImage } from "./images.ts";
import { scanLink } from "./links.ts";
import { scanScript } from "./scripts.ts";

/** Scans a parsed document for what it references. */
export function scanDocument(page: ParsedPage, url: string): DocumentContents {
  const scan: DocumentScan = {
    base: findBase(page, url),
    resources: [],
    frames: [],
    styleSheets: [],
    scripts: [],
    importMap: new Map(),
    icons: [],
    autoplays: 0,
    lazyImages: 0,
  };
  for (const element of listElements(page.root)) SCANNERS.get(element.tagName)?.(element, scan);
  for (const icon of selectIcons(scan.icons)) addResource(scan, "icon", icon);
  return { ...scan, namesIcon: scan.icons.length > 0 };
}

function findBase(page: ParsedPage, url: string): string {
  for (const element of listElements(page.root)) {
    const href = element.tagName === "base" ? getAttribute(element, "href") : undefined;
    if (href !== undefined) return resolveUrl(href, url) ?? url;
  }
  return url;
}

/**
 * By tag name. A Map, here and below, because a page can contain names that every object inherits
 * ("constructor").
 */
const SCANNERS = new Map(
  Object.entries<(element: HtmlElement, scan: DocumentScan) => void>({
    link: scanLink,
    script: scanScript,
    style: scanStyle,
    img: scanImage,
    input: scanInput,
    image: (element, scan) => addResource(scan, "image", getHref(element)),
    use: scanUse,
    video: scanMedia,
    audio: scanMedia,
    embed: (element, scan) => addResource(scan, "other", getAttribute(element, "src")),
    object: (element, scan) => addResource(scan, "other", getAttribute(element, "data")),
    iframe: scanFrame,
    frame: scanFrame,
    body: (element, scan) => addResource(scan, "image", getAttribute(element, "background")),
  }),
);

function scanStyle(element: HtmlElement, scan: DocumentScan): void {
  scan.styleSheets.push({
    text: getOwnText(element),
    media: getAttribute(element, "media") ?? "",
  });
}

function scanInput(element: HtmlElement, scan: DocumentScan): void {
  const isImage = getAttribute(element, "type")?.toLowerCase() === "image";
  if (isImage) addResource(scan, "image", getAttribute(element, "src"));
}

function scanUse(element: HtmlElement, scan: DocumentScan): void {
  const href = getHref(element);
  if (href !== undefined && !href.startsWith("#")) addResource(scan, "image", href);
}

/** Returns the reference of an SVG element. */
function getHref(element: HtmlElement): string | undefined {
  return getAttribute(element, "href") ?? getAttribute(element, "xlink:href");
}

function scanMedia(element: HtmlElement, scan: DocumentScan): void {
  addResource(scan, "image", getAttribute(element, "poster"));
  const autoplay = getAttribute(element, "autoplay") !== undefined;
  if (!autoplay && getAttribute(element, "preload")?.toLowerCase() !== "auto") return;
  if (autoplay && element.tagName === "video") scan.autoplays += 1;
  const source = element.childNodes.find(
    (node): node is HtmlElement => "tagName" in node && node.tagName === "source",
  );
  const src = getAttribute(element, "src") ?? (source && getAttribute(source, "src"));
  addResource(scan, "media", src);
}

/**
 * Adds a frame. `srcdoc` takes precedence over `src` and has the base URL of its parent (HTML,
 * 7.3.1 and 4.8.5).
 */
function scanFrame(element: HtmlElement, scan: DocumentScan): void {
  if (getAttribute(element, "loading")?.toLowerCase() === "lazy") return;
  const srcdoc = element.tagName === "iframe" ? getAttribute(element, "srcdoc") : undefined;
  if (srcdoc !== undefined) {
    scan.frames.push({ srcdoc, base: scan.base });
    return;
  }
  const url = resolveUrl(getAttribute(element, "src"), scan.base);
  if (url !== undefined) scan.frames.push({ url });
}
