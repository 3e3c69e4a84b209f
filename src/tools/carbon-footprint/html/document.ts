import { add, type DocumentContents, type DocumentScan } from "./document-scan.ts";
import { attribute, type Element, elementsOf, ownText, type ParsedPage } from "./dom.ts";
import { iconsFetched } from "./icons.ts";
import { readImage } from "./images.ts";
import { readLink } from "./links.ts";
import { absolute } from "../crawl/resource.ts";
import { readScript } from "./scripts.ts";

/** Reads what a parsed document names. */
export function readDocument(page: ParsedPage, url: string): DocumentContents {
  const reading: DocumentScan = {
    base: baseOf(page, url),
    resources: [],
    frames: [],
    sheets: [],
    scripts: [],
    imports: new Map(),
    icons: [],
    autoplays: 0,
    lazySeen: 0,
  };
  for (const element of elementsOf(page.root)) READERS.get(element.tagName)?.(element, reading);
  for (const icon of iconsFetched(reading.icons)) add(reading, "icon", icon);
  return { ...reading, namesIcon: reading.icons.length > 0 };
}

function baseOf(page: ParsedPage, url: string): string {
  for (const element of elementsOf(page.root)) {
    const href = element.tagName === "base" ? attribute(element, "href") : undefined;
    if (href !== undefined) return absolute(href, url) ?? url;
  }
  return url;
}

/** By tag. Maps, here and below: a page may name anything, also what every object has. */
const READERS = new Map(
  Object.entries<(element: Element, reading: DocumentScan) => void>({
    link: readLink,
    script: readScript,
    style: (element, reading) =>
      void reading.sheets.push({
        text: ownText(element),
        media: attribute(element, "media") ?? "",
      }),
    img: readImage,
    input: (element, reading) => {
      if (attribute(element, "type")?.toLowerCase() === "image")
        add(reading, "image", attribute(element, "src"));
    },
    image: (element, reading) =>
      add(reading, "image", attribute(element, "href") ?? attribute(element, "xlink:href")),
    use: (element, reading) => {
      const href = attribute(element, "href") ?? attribute(element, "xlink:href");
      if (href !== undefined && !href.startsWith("#")) add(reading, "image", href);
    },
    video: readMedia,
    audio: readMedia,
    embed: (element, reading) => add(reading, "other", attribute(element, "src")),
    object: (element, reading) => add(reading, "other", attribute(element, "data")),
    iframe: readFrame,
    frame: readFrame,
    body: (element, reading) => add(reading, "image", attribute(element, "background")),
  }),
);

function readMedia(element: Element, reading: DocumentScan): void {
  add(reading, "image", attribute(element, "poster"));
  const autoplay = attribute(element, "autoplay") !== undefined;
  if (!autoplay && attribute(element, "preload")?.toLowerCase() !== "auto") return;
  if (autoplay && element.tagName === "video") reading.autoplays += 1;
  const source = element.childNodes.find(
    (node): node is Element => "tagName" in node && node.tagName === "source",
  );
  add(reading, "media", attribute(element, "src") ?? (source && attribute(source, "src")));
}

function readFrame(element: Element, reading: DocumentScan): void {
  if (
    attribute(element, "loading")?.toLowerCase() === "lazy" ||
    attribute(element, "srcdoc") !== undefined
  )
    return;
  const url = absolute(attribute(element, "src"), reading.base);
  if (url !== undefined) reading.frames.push(url);
}
