import type { PageFrame, PageResource } from "../crawl/resource.ts";
import { resolveUrl } from "../crawl/resource.ts";
import { matchesMedia } from "../css/media-query.ts";
import { collectStyleResources } from "../css/style-resources.ts";
import { parseStyleSheet, type StyleSheet } from "../css/stylesheet.ts";
import type { DocumentContents, StyleSheetReference } from "../html/document-scan.ts";
import { scanDocument } from "../html/scan-document.ts";
import { listElements, getOwnText, type ParsedPage, parsePage } from "../html/dom.ts";
import { parseImports } from "../html/scripts.ts";

/** The resources that a document, style sheet or script loads. */
export interface AnalysisResult {
  resources: PageResource[];
  frames: PageFrame[];
  /** Calls of `import()`. */
  dynamicImports: number;
  /** False if a limit ended the analysis early. */
  complete: boolean;
}

/** The resources that a document loads, and further facts that a measurement needs. */
export interface DocumentAnalysis extends AnalysisResult {
  /** True if the document names an icon. */
  namesIcon: boolean;
  rendered: "server" | "client";
  /** Videos that play automatically. */
  autoplays: number;
  /** Elements and comments of the document. */
  nodes: number;
}

/** One page under analysis: its document and the style sheets read so far. */
export interface PageSession {
  analyzeDocument(): Promise<DocumentAnalysis>;
  /**
   * Adds the text of a style sheet. `url` is the one that the page references, `base` the one that
   * answered.
   */
  addStyleSheet(url: string, base: string, css: string): AnalysisResult;
  analyzeScript(url: string, source: string): Promise<AnalysisResult>;
  /** Returns what the styles load. Call it once, after all style sheets were added. */
  resolveStyles(): AnalysisResult;
}

const MAX_STYLE_SHEETS = 200;
/**
 * Maximum resources of one text. A measurement requests fewer, but a page can reference a hundred
 * thousand.
 */
const MAX_RESOURCES = 1_000;
/** A document with scripts and fewer characters of text than this is a shell that scripts fill. */
const MIN_TEXT_LENGTH = 200;

/** Parses a document, up to `maxNodes` elements and comments. */
export function openPage(html: string, url: string, maxNodes?: number): PageSession {
  const page = parsePage(html, maxNodes);
  const contents = scanDocument(page, url);
  const linked = new Map<string, StyleSheet>();
  const inline = new Map<StyleSheetReference, StyleSheet>();
  for (const reference of contents.styleSheets) {
    if ("text" in reference) inline.set(reference, parseStyleSheet(reference.text, contents.base));
  }
  return {
    analyzeDocument: () => analyzeDocument(page, contents, [...inline.values()]),
    addStyleSheet(sheetUrl, sheetBase, css) {
      const sheet = parseStyleSheet(css, sheetBase);
      linked.set(sheetUrl, sheet);
      return createResult({ resources: toResources(sheet) });
    },
    analyzeScript: (scriptUrl, source) => analyzeScript(source, scriptUrl, contents.importMap),
    resolveStyles() {
      const sheets = orderStyleSheets(contents.styleSheets, linked, inline);
      return createResult(collectStyleResources(page.root, sheets, contents.base));
    },
  };
}

function createResult(result: Partial<AnalysisResult>): AnalysisResult {
  const { resources = [], frames = [], dynamicImports = 0, complete = true } = result;
  return {
    resources: resources.slice(0, MAX_RESOURCES),
    frames: frames.slice(0, MAX_RESOURCES),
    dynamicImports,
    complete: complete && Math.max(resources.length, frames.length) <= MAX_RESOURCES,
  };
}

function toResources({ imports }: StyleSheet): PageResource[] {
  return imports.map((url) => ({ url, kind: "stylesheet" }));
}

async function analyzeDocument(
  page: ParsedPage,
  contents: DocumentContents,
  inlineSheets: StyleSheet[],
): Promise<DocumentAnalysis> {
  const scripts = await analyzeInlineScripts(contents);
  const result = createResult({
    resources: [
      ...contents.resources,
      ...inlineSheets.flatMap(toResources),
      ...scripts.flatMap(({ resources }) => resources),
    ],
    frames: contents.frames,
    dynamicImports: scripts.reduce((sum, { dynamicImports }) => sum + dynamicImports, 0),
    complete: page.complete,
  });
  return {
    ...result,
    namesIcon: contents.namesIcon,
    autoplays: contents.autoplays,
    nodes: page.nodes,
    rendered: hasScript(contents) && countTextLength(page) < MIN_TEXT_LENGTH ? "client" : "server",
  };
}

function analyzeInlineScripts(contents: DocumentContents): Promise<AnalysisResult[]> {
  return Promise.all(
    contents.scripts.map(async ({ text, isModule }) => {
      const result = await analyzeScript(text, contents.base, contents.importMap);
      return isModule ? result : { ...result, resources: [] };
    }),
  );
}

function hasScript({ scripts, resources }: DocumentContents): boolean {
  return scripts.length > 0 || resources.some(({ kind }) => kind === "script" || kind === "module");
}

const INVISIBLE = new Set("script style noscript template title head textarea".split(" "));

/** Counts the characters of text that the document itself shows, without white space. */
function countTextLength(page: ParsedPage): number {
  let length = 0;
  for (const element of listElements(page.root)) {
    if (!INVISIBLE.has(element.tagName)) length += getOwnText(element).replace(/\s+/g, "").length;
  }
  return length;
}

async function analyzeScript(
  source: string,
  base: string,
  importMap: ReadonlyMap<string, string>,
): Promise<AnalysisResult> {
  const { specifiers, dynamicImports } = await parseImports(source);
  const resources = specifiers.flatMap((specifier): PageResource[] => {
    const isRelativeOrUrl = /^(\.{0,2}\/|https?:)/.test(specifier);
    const target = importMap.get(specifier) ?? (isRelativeOrUrl ? specifier : undefined);
    const url = resolveUrl(target, base);
    return url === undefined ? [] : [{ url, kind: "module" }];
  });
  return createResult({ resources, dynamicImports });
}

/**
 * Returns the sheets that apply in cascade order: imports precede their sheet, and only the last of
 * repeated sheets counts.
 */
function orderStyleSheets(
  references: readonly StyleSheetReference[],
  linked: Map<string, StyleSheet>,
  inline: Map<StyleSheetReference, StyleSheet>,
): StyleSheet[] {
  const ordered: StyleSheet[] = [];
  const add = (sheet: StyleSheet | undefined, ancestors: readonly StyleSheet[]) => {
    // A sheet among its own ancestors is an import cycle.
    if (sheet === undefined || ancestors.includes(sheet)) return;
    if (ordered.length > MAX_STYLE_SHEETS) return;
    for (const url of sheet.imports) add(linked.get(url), [...ancestors, sheet]);
    ordered.push(sheet);
  };
  for (const reference of references) {
    if (!matchesMedia(reference.media)) continue;
    add("text" in reference ? inline.get(reference) : linked.get(reference.url), []);
  }
  return [...new Set(ordered.toReversed())].toReversed();
}
