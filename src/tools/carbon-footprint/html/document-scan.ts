import {
  type PageFrame,
  type PageResource,
  type ResourceKind,
  resolveUrl,
} from "../crawl/resource.ts";
import type { Icon } from "./icons.ts";

/** A style sheet in document order: its URL, or the text of a `<style>`. */
export type StyleSheetReference = { url: string; media: string } | { text: string; media: string };

/** The references of a document, before any style sheet or script is read. */
export interface DocumentContents {
  /** The URL that references are relative to. */
  base: string;
  resources: PageResource[];
  frames: PageFrame[];
  styleSheets: StyleSheetReference[];
  /** Inline scripts. */
  scripts: { text: string; isModule: boolean }[];
  /** URLs by specifier. */
  importMap: Map<string, string>;
  /** True if the page names an icon, even one that is not fetched. */
  namesIcon: boolean;
  /** Videos that play automatically. */
  autoplays: number;
}

/** The state of a scan through a document. */
export interface DocumentScan extends Omit<DocumentContents, "namesIcon"> {
  icons: Icon[];
  /** Images with `loading=lazy` so far. */
  lazyImages: number;
}

/** Adds the resource that a reference resolves to, if it is fetched. */
export function addResource(
  scan: DocumentScan,
  kind: ResourceKind,
  reference: string | undefined,
): void {
  const url = resolveUrl(reference, scan.base);
  if (url !== undefined) scan.resources.push({ url, kind });
}
