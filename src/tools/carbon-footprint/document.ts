import { attribute, type Element, elementsOf, ownText, type ParsedPage } from "./dom.ts";
import { type Icon, iconsFetched, iconSizes } from "./icons.ts";
import { mediaMatches } from "./media-query.ts";
import { absolute, type Resource, type ResourceKind } from "./resource.ts";
import { chooseSource } from "./srcset.ts";

/** A style sheet in the order of the page: by URL, or the text of a `<style>`. */
export type SheetReference = { url: string; media: string } | { text: string; media: string };

/** What a document loads by itself, before any style sheet or script is read. */
export interface DocumentContents {
  base: string;
  resources: Resource[];
  frames: string[];
  sheets: SheetReference[];
  /** Texts of inline scripts, each with whether it is a module. */
  scripts: { text: string; module: boolean }[];
  /** The import map: addresses by specifier. */
  imports: Map<string, string>;
  /** Whether the page names an icon, fetched or not. */
  namesIcon: boolean;
  /** Autoplaying videos. */
  autoplays: number;
}

interface Reading extends Omit<DocumentContents, "namesIcon"> {
  icons: Icon[];
  lazySeen: number;
}

/** Reads what a parsed document names. */
export function readDocument(page: ParsedPage, url: string): DocumentContents {
  const reading: Reading = {
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
  Object.entries<(element: Element, reading: Reading) => void>({
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

function add(reading: Reading, kind: ResourceKind, reference: string | undefined): void {
  const url = absolute(reference, reading.base);
  if (url !== undefined) reading.resources.push({ url, kind });
}

function readLink(element: Element, reading: Reading): void {
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

function readIcon(element: Element, reading: Reading): void {
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

function readPreload(element: Element, reading: Reading): void {
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

const CLASSIC =
  /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:1\.[0-5])?|text\/jscript)$/;

function readScript(element: Element, reading: Reading): void {
  const type = (attribute(element, "type") ?? "").trim().toLowerCase();
  const module = type === "module";
  if (type === "importmap") return readImportMap(ownText(element), reading);
  if (!module && (!CLASSIC.test(type) || attribute(element, "nomodule") !== undefined)) return;
  const source = attribute(element, "src") ?? attribute(element, "href");
  if (source !== undefined) add(reading, module ? "module" : "script", source);
  else reading.scripts.push({ text: ownText(element), module });
}

function readImportMap(text: string, reading: Reading): void {
  try {
    const { imports } = JSON.parse(text) as { imports?: Record<string, unknown> };
    for (const [name, target] of Object.entries(imports ?? {}))
      if (typeof target === "string") reading.imports.set(name, target);
  } catch {
    // A map that cannot be read maps nothing, as in a browser.
  }
}

function readImage(element: Element, reading: Reading): void {
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
const MOST_SOURCES = 100;

/** The `<source>` of the surrounding `<picture>` that applies, if one does. */
function pictureSource(image: Element): Element | undefined {
  const parent = image.parentNode;
  if (!parent || !("tagName" in parent) || parent.tagName !== "picture") return undefined;
  for (const node of parent.childNodes.slice(0, MOST_SOURCES)) {
    if (node === image) return undefined;
    if (!("tagName" in node) || node.tagName !== "source" || !attribute(node, "srcset")) continue;
    const type = attribute(node, "type");
    if (type !== undefined && !SHOWN.test(type.toLowerCase())) continue;
    if (mediaMatches(attribute(node, "media") ?? "")) return node;
  }
  return undefined;
}

function readMedia(element: Element, reading: Reading): void {
  add(reading, "image", attribute(element, "poster"));
  const autoplay = attribute(element, "autoplay") !== undefined;
  if (!autoplay && attribute(element, "preload")?.toLowerCase() !== "auto") return;
  if (autoplay && element.tagName === "video") reading.autoplays += 1;
  const source = element.childNodes.find(
    (node): node is Element => "tagName" in node && node.tagName === "source",
  );
  add(reading, "media", attribute(element, "src") ?? (source && attribute(source, "src")));
}

function readFrame(element: Element, reading: Reading): void {
  if (
    attribute(element, "loading")?.toLowerCase() === "lazy" ||
    attribute(element, "srcdoc") !== undefined
  )
    return;
  const url = absolute(attribute(element, "src"), reading.base);
  if (url !== undefined) reading.frames.push(url);
}
