import { cascade, type ComputedStyle, type BoxVisitor } from "./cascade.ts";
import { attribute, type Element, type Node, ownText } from "../html/dom.ts";
import { type Families, filesFor, readFaces, type TextRun, weightOf } from "./fonts.ts";
import { absolute, type Resource } from "../crawl/resource.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import { type StyleSheet, urlsIn } from "./stylesheet.ts";
import { type OpBudget, BudgetExceeded } from "../worker/op-budget.ts";

/** Looks at nodes that selectors may take, for one page. */
const MAX_WORK = 8_000_000;
/** Looks whether a font file's range holds a character, which are far cheaper. */
const MAX_FONT_WORK = 30_000_000;
const MAX_RUNS = 500;

/** What styled boxes were seen to need so far. */
interface StyleUsage {
  families: Families;
  images: Set<string>;
  /** By what sets them apart from one another. */
  runs: Map<string, TextRun>;
  /** The run that each style's text belongs to; undefined where it is set in no family of the page. */
  runOf: Map<ComputedStyle, TextRun | undefined>;
}

/** The images and font files that sheets, in cascade order, make a page load; not `complete` where its bounds ended that. */
export function resourcesFromStyles(
  root: Node,
  sheets: readonly StyleSheet[],
  base: string,
): { resources: Resource[]; complete: boolean } {
  const families = readFaces(sheets.flatMap(({ faces }) => faces));
  const needs: StyleUsage = { families, images: new Set(), runs: new Map(), runOf: new Map() };
  const rules = sheets.flatMap((sheet) => sheet.rules);
  const styled = within(MAX_WORK, (work) =>
    cascade({ root, rules, base }, work, createCollector(needs)),
  );
  const fonts = new Set<string>();
  const set = within(MAX_FONT_WORK, (work) => {
    for (const run of needs.runs.values())
      for (const url of filesFor(run, families, work)) fonts.add(url);
  });
  const resources: Resource[] = [
    ...[...needs.images].map((url): Resource => ({ url, kind: "image" })),
    ...[...fonts].map((url): Resource => ({ url, kind: "font" })),
  ];
  return { resources: resources.map(withoutFragment), complete: styled && set };
}

/** Whether a task came to its end within so much work. */
function within(left: number, task: (work: OpBudget) => void): boolean {
  try {
    task({ left });
    return true;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return false;
  }
}

function withoutFragment({ url, kind }: Resource): Resource {
  return { url: absolute(url, url) ?? url, kind };
}

/** Notes what each box needs. */
function createCollector({ runOf, runs, families, images }: StyleUsage): BoxVisitor {
  return (style, element, pseudo) => {
    const isNew = !runOf.has(style);
    // What a generated box holds is a matter of its style alone.
    if (pseudo !== "" && !isNew) return;
    const content = pseudo === "" ? "" : (style.get("content") ?? "");
    if (isNew) {
      const generated = pseudo === "" || pseudo === "marker" || !/^(|none|normal)$/.test(content);
      if (generated) for (const url of imagesOf(style, content)) images.add(url);
      runOf.set(style, generated && families.size > 0 ? runFor(style, runs) : undefined);
    }
    const run = runOf.get(style);
    if (run) addText(run.characters, textOf(element, pseudo, content));
  };
}

const IMAGES = ["background-image", "border-image-source", "list-style-image", "mask-image"];

function imagesOf(style: ComputedStyle, content: string): string[] {
  return [content, ...IMAGES.map((name) => style.get(name) ?? "")].flatMap(urlsIn);
}

function runFor(style: ComputedStyle, runs: Map<string, TextRun>): TextRun | undefined {
  const families = style.get("font-family");
  if (families === undefined) return undefined;
  const weight = weightOf(style.get("font-weight"));
  const italic = /italic|oblique/.test(style.get("font-style") ?? "");
  const key = `${weight} ${italic} ${families}`;
  const known = runs.get(key);
  if (known || runs.size >= MAX_RUNS) return known;
  const run = { families, weight, italic, characters: new Set<number>() };
  runs.set(key, run);
  return run;
}

function textOf(element: Element, pseudo: PseudoElement, content: string): string {
  if (pseudo !== "") return cssStrings(content);
  if (element.tagName !== "input") return ownText(element);
  return `${attribute(element, "value") ?? ""}${attribute(element, "placeholder") ?? ""}`;
}

/** The strings of a `content` value, escapes undone. */
function cssStrings(content: string): string {
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?/gs)]
    .map(([, double, single]) => double ?? single ?? "")
    .join("")
    .replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gis, (_whole, hex?: string, other?: string) => {
      const code = Number.parseInt(hex ?? "", 16);
      return hex && code <= 0x10ffff ? String.fromCodePoint(code) : (other ?? "");
    });
}

const SPACE = /\s/;

function addText(characters: Set<number>, text: string): void {
  for (const character of text) {
    if (!SPACE.test(character)) characters.add(character.codePointAt(0) ?? 0);
  }
}
