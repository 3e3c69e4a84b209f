import { type PageResource, resolveUrl } from "../crawl/resource.ts";
import { getAttribute, getOwnText, type HtmlElement, type HtmlNode } from "../html/dom.ts";
import { BudgetExceeded, type OpBudget } from "../worker/op-budget.ts";
import { type BoxVisitor, type ComputedStyle, computeStyles } from "./cascade.ts";
import {
  type FontFamilies,
  parseFontFaces,
  parseWeight,
  selectFiles,
  type TextUsage,
} from "./fonts.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import { extractUrls, type StyleSheet } from "./stylesheet.ts";

/** Maximum operations of the cascade of one page. */
const MAX_STYLE_OPS = 8_000_000;
/**
 * Maximum checks of whether a font file covers a character, which are far cheaper than operations
 * of the cascade.
 */
const MAX_FONT_OPS = 30_000_000;
/** Maximum combinations of families, weight and style. */
const MAX_RUNS = 500;

/** The resources of the styled boxes. */
interface StyleUsage {
  families: FontFamilies;
  images: Set<string>;
  /** By family, weight and style. */
  runs: Map<string, TextUsage>;
  /** The run of each style; undefined if its text uses no font of the page. */
  runByStyle: Map<ComputedStyle, TextUsage | undefined>;
}

/**
 * Returns the images and font files that style sheets load, given in cascade order. `complete` is
 * false past a limit.
 */
export function collectStyleResources(
  root: HtmlNode,
  sheets: readonly StyleSheet[],
  base: string,
): { resources: PageResource[]; complete: boolean } {
  const families = parseFontFaces(sheets.flatMap(({ fontFaces }) => fontFaces));
  const usage: StyleUsage = {
    families,
    images: new Set(),
    runs: new Map(),
    runByStyle: new Map(),
  };
  const rules = sheets.flatMap((sheet) => sheet.rules);
  const stylesComplete = runWithBudget(MAX_STYLE_OPS, (budget) =>
    computeStyles({ root, rules, base }, budget, createCollector(usage)),
  );
  const fonts = new Set<string>();
  const fontsComplete = runWithBudget(MAX_FONT_OPS, (budget) => {
    for (const run of usage.runs.values()) {
      for (const url of selectFiles(run, families, budget)) fonts.add(url);
    }
  });
  const images = [...usage.images].map((url): PageResource => ({ url, kind: "image" }));
  const files = [...fonts].map((url): PageResource => ({ url, kind: "font" }));
  return {
    resources: [...images, ...files].map(removeFragment),
    complete: stylesComplete && fontsComplete,
  };
}

/** Returns true when a task ended within its budget. */
function runWithBudget(ops: number, task: (budget: OpBudget) => void): boolean {
  try {
    task({ opsLeft: ops });
    return true;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return false;
  }
}

function removeFragment({ url, kind }: PageResource): PageResource {
  return { url: resolveUrl(url, url) ?? url, kind };
}

/** Creates a visitor that collects what each box needs. */
function createCollector(usage: StyleUsage): BoxVisitor {
  const { runByStyle } = usage;
  return (style, element, pseudo) => {
    const isNew = !runByStyle.has(style);
    // The content of a pseudo-element depends on its style only, so it is collected once.
    if (pseudo !== "" && !isNew) return;
    const content = pseudo === "" ? "" : (style.get("content") ?? "");
    if (isNew) runByStyle.set(style, collectStyle(usage, { style, pseudo, content }));
    const run = runByStyle.get(style);
    if (run) addCharacters(run.characters, getBoxText(element, pseudo, content));
  };
}

/** Collects the images of a style and returns the run of its text. */
function collectStyle(
  { families, images, runs }: StyleUsage,
  box: { style: ComputedStyle; pseudo: PseudoElement; content: string },
): TextUsage | undefined {
  const { style, pseudo, content } = box;
  const isDisplayed = pseudo === "" || pseudo === "marker" || !/^(|none|normal)$/.test(content);
  if (!isDisplayed) return undefined;
  for (const url of findImages(style, content)) images.add(url);
  return families.size > 0 ? findOrAddRun(style, runs) : undefined;
}

const IMAGE_PROPERTIES = [
  "background-image",
  "border-image-source",
  "list-style-image",
  "mask-image",
];

function findImages(style: ComputedStyle, content: string): string[] {
  const values = IMAGE_PROPERTIES.map((name) => style.get(name) ?? "");
  return [content, ...values].flatMap(extractUrls);
}

/** Returns undefined for text without a font family, and past the limit on runs. */
function findOrAddRun(style: ComputedStyle, runs: Map<string, TextUsage>): TextUsage | undefined {
  const families = style.get("font-family");
  if (families === undefined) return undefined;
  const weight = parseWeight(style.get("font-weight"));
  const italic = /italic|oblique/.test(style.get("font-style") ?? "");
  const key = `${weight} ${italic} ${families}`;
  const existing = runs.get(key);
  if (existing || runs.size >= MAX_RUNS) return existing;
  const run = { families, weight, italic, characters: new Set<number>() };
  runs.set(key, run);
  return run;
}

function getBoxText(element: HtmlElement, pseudo: PseudoElement, content: string): string {
  if (pseudo !== "") return extractStrings(content);
  if (element.tagName !== "input") return getOwnText(element);
  return `${getAttribute(element, "value") ?? ""}${getAttribute(element, "placeholder") ?? ""}`;
}

/** Returns the strings of a `content` value, without quotes and escapes. */
function extractStrings(content: string): string {
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?/gs)]
    .map(([, double, single]) => double ?? single ?? "")
    .join("")
    .replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gis, (_match, hex?: string, other?: string) => {
      const code = Number.parseInt(hex ?? "", 16);
      return hex && code <= 0x10ffff ? String.fromCodePoint(code) : (other ?? "");
    });
}

const SPACE = /\s/;

function addCharacters(characters: Set<number>, text: string): void {
  for (const character of text) {
    if (!SPACE.test(character)) characters.add(character.codePointAt(0) ?? 0);
  }
}
