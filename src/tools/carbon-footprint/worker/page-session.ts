import { elementsOf, ownText, parsePage, type ParsedPage } from "../html/dom.ts";
import type { DocumentContents, SheetReference } from "../html/document-scan.ts";
import { readDocument } from "../html/document.ts";
import { mediaMatches } from "../css/media-query.ts";
import { scriptImports } from "../html/modules.ts";
import { absolute, type Resource } from "../crawl/resource.ts";
import { resourcesFromStyles } from "../css/style-resources.ts";
import { readStyleSheet, type StyleSheet } from "../css/stylesheet.ts";

/** What reading a document, style sheet or script brought to light. */
export interface AnalysisResult {
  resources: Resource[];
  frames: string[];
  dynamicImports: number;
  /** False where a bound ended the reading. */
  complete: boolean;
}

/** What reading the document itself says besides. */
export interface DocumentFindings extends AnalysisResult {
  namesIcon: boolean;
  rendered: "server" | "client";
  autoplays: number;
  /** Elements and comments of the document. */
  nodes: number;
}

/** One page under analysis: its document, and the style sheets read so far. */
export interface PageSession {
  document(): Promise<DocumentFindings>;
  /** `key` is the URL the page asked for, `base` the one that answered. */
  addStyleSheet(key: string, base: string, css: string): AnalysisResult;
  script(url: string, source: string): Promise<AnalysisResult>;
  /** What the styles make the page load; asked once, when every sheet is there. */
  resolveStyles(): AnalysisResult;
}

const MAX_SHEETS = 200;
/** More than a measurement may ask for; pages can name a hundred thousand. */
const MAX_RESOURCES = 1_000;
/** A document with less text than this, and with scripts, is an empty shell that a script fills. */
const MIN_TEXT = 200;

/** Parses a document and makes it ready for questions. */
export function openPage(html: string, url: string, mostNodes?: number): PageSession {
  const page = parsePage(html, mostNodes);
  const contents = readDocument(page, url);
  const sheets = new Map<string, StyleSheet>();
  const inline = new Map<SheetReference, StyleSheet>();
  for (const reference of contents.sheets) {
    if ("text" in reference) inline.set(reference, readStyleSheet(reference.text, contents.base));
  }
  return {
    document: () => documentFindings(page, contents, [...inline.values()]),
    addStyleSheet(key, sheetBase, css) {
      const sheet = readStyleSheet(css, sheetBase);
      sheets.set(key, sheet);
      return findings({ resources: imported(sheet) });
    },
    script: (scriptUrl, source) => scriptFindings(source, scriptUrl, contents.imports),
    resolveStyles() {
      const inOrder = applied(contents.sheets, sheets, inline);
      return findings(resourcesFromStyles(page.root, inOrder, contents.base));
    },
  };
}

function findings(some: Partial<AnalysisResult>): AnalysisResult {
  const { resources = [], frames = [], dynamicImports = 0, complete = true } = some;
  return {
    resources: resources.slice(0, MAX_RESOURCES),
    frames: frames.slice(0, MAX_RESOURCES),
    dynamicImports,
    complete: complete && Math.max(resources.length, frames.length) <= MAX_RESOURCES,
  };
}

function imported({ imports }: StyleSheet): Resource[] {
  return imports.map((url) => ({ url, kind: "stylesheet" }));
}

async function documentFindings(
  page: ParsedPage,
  contents: DocumentContents,
  inline: StyleSheet[],
): Promise<DocumentFindings> {
  const scripts = await Promise.all(
    contents.scripts.map(async ({ text, module }) => {
      const found = await scriptFindings(text, contents.base, contents.imports);
      return module ? found : { ...found, resources: [] };
    }),
  );
  const hasScript =
    contents.scripts.length > 0 ||
    contents.resources.some(({ kind }) => kind === "script" || kind === "module");
  const found = findings({
    resources: [
      ...contents.resources,
      ...inline.flatMap(imported),
      ...scripts.flatMap(({ resources }) => resources),
    ],
    frames: contents.frames,
    dynamicImports: scripts.reduce((sum, { dynamicImports }) => sum + dynamicImports, 0),
    complete: page.complete,
  });
  return {
    ...found,
    namesIcon: contents.namesIcon,
    autoplays: contents.autoplays,
    nodes: page.nodes,
    rendered: hasScript && textLength(page) < MIN_TEXT ? "client" : "server",
  };
}

const SILENT = new Set(["script", "style", "noscript", "template", "title", "head", "textarea"]);

/** Characters of text that the document itself shows, white space aside. */
function textLength(page: ParsedPage): number {
  let length = 0;
  for (const element of elementsOf(page.root)) {
    if (!SILENT.has(element.tagName)) length += ownText(element).replace(/\s+/g, "").length;
  }
  return length;
}

async function scriptFindings(
  source: string,
  base: string,
  map: ReadonlyMap<string, string>,
): Promise<AnalysisResult> {
  const { imports, dynamic } = await scriptImports(source);
  const resources = imports.flatMap((specifier): Resource[] => {
    const target =
      map.get(specifier) ?? (/^(\.{0,2}\/|https?:)/.test(specifier) ? specifier : undefined);
    const url = absolute(target, base);
    return url === undefined ? [] : [{ url, kind: "module" }];
  });
  return findings({ resources, dynamicImports: dynamic });
}

/** The sheets that apply, in cascade order: what a sheet imports comes before it; of repeats the last one counts. */
function applied(
  references: readonly SheetReference[],
  sheets: Map<string, StyleSheet>,
  inline: Map<SheetReference, StyleSheet>,
): StyleSheet[] {
  const order: StyleSheet[] = [];
  const add = (sheet: StyleSheet | undefined, above: readonly StyleSheet[]) => {
    // A sheet above itself is an import in a circle.
    if (sheet === undefined || above.includes(sheet) || order.length > MAX_SHEETS) return;
    for (const url of sheet.imports) add(sheets.get(url), [...above, sheet]);
    order.push(sheet);
  };
  for (const reference of references) {
    if (!mediaMatches(reference.media)) continue;
    add("text" in reference ? inline.get(reference) : sheets.get(reference.url), []);
  }
  return [...new Set(order.toReversed())].toReversed();
}
