import type { Icon } from "./icons.ts";
import { absolute, type Resource, type ResourceKind } from "../crawl/resource.ts";

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

/** What was read of a document so far. */
export interface DocumentScan extends Omit<DocumentContents, "namesIcon"> {
  icons: Icon[];
  lazySeen: number;
}

/** Notes what a reference leads to, if anything is fetched for it. */
export function add(
  reading: DocumentScan,
  kind: ResourceKind,
  reference: string | undefined,
): void {
  const url = absolute(reference, reading.base);
  if (url !== undefined) reading.resources.push({ url, kind });
}
