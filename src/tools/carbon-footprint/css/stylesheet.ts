import { resolveUrl } from "../crawl/resource.ts";
import { type CssNode, parseBlockContents } from "./css-syntax.ts";
import { matchesCondition, matchesMedia } from "./media-query.ts";

/** A declaration. Its value is as written, except that URLs are absolute. */
export interface Declaration {
  name: string;
  value: string;
  important: boolean;
}

export interface StyleRule {
  selector: string;
  /**
   * Returns the declarations that can load something. Parsed lazily, because most rules match no
   * element.
   */
  declarations(): readonly Declaration[];
  /** The dotted name of the cascade layer; undefined outside layers. */
  layer: string | undefined;
}

/** The parts of a style sheet that can load something. */
export interface StyleSheet {
  /** URLs of imported sheets. */
  imports: string[];
  rules: StyleRule[];
  /** Descriptors of `@font-face` rules by name. */
  fontFaces: Record<string, string>[];
}

/**
 * Properties that load something or decide whether something is loaded. Custom properties count as
 * well.
 */
const PROPERTIES =
  "background(?:-image)?|border-image(?:-source)?|list-style(?:-image)?|content|(?:-webkit-)?mask(?:-image)?|font(?:-family|-weight|-style)?|display";
const RELEVANT_NAME = new RegExp(`^(?:--.*|${PROPERTIES})$`);
/** A block that matches may contain relevant properties or nested rules; any other is skipped. */
const RELEVANT_BLOCK = new RegExp(`[{@]|(?<![\\w(-])--|(?<![\\w-])(?:${PROPERTIES})\\s*[:/]`, "i");
const MAX_RULES = 60_000;
const MAX_NESTING = 8;
/**
 * Lengths of one resolved nested selector and of all in a sheet, because they multiply with every
 * `&`.
 */
const MAX_NESTED_LENGTH = 20_000;
const MAX_TOTAL_NESTED_LENGTH = 2_000_000;
const MAX_FONT_FACES = 10_000;
/** Lengths of a value without its data URLs, and of the prelude of an `@import`. */
const MAX_VALUE_LENGTH = 20_000;
const MAX_IMPORT_LENGTH = 4_000;

/** Position of a node in a style sheet. */
interface RuleContext {
  base: string;
  /** The selector of the surrounding rule; empty at the top level. */
  parentSelector: string;
  layer: string | undefined;
  depth: number;
  /** The remaining length of nested selectors of the sheet. */
  nestedBudget: { lengthLeft: number };
}

/** Parses a style sheet shallowly: selectors and values stay text until they are needed. */
export function parseStyleSheet(css: string, base: string): StyleSheet {
  const sheet: StyleSheet = { imports: [], rules: [], fontFaces: [] };
  const nestedBudget = { lengthLeft: MAX_TOTAL_NESTED_LENGTH };
  const context = { base, parentSelector: "", layer: undefined, depth: 0, nestedBudget };
  for (const node of parseBlockContents(css, true)) addNode(node, context, sheet);
  return sheet;
}

function addNode(node: CssNode, context: RuleContext, sheet: StyleSheet): void {
  if (sheet.rules.length > MAX_RULES || context.depth > MAX_NESTING) return;
  if (node.type === "at-rule") addAtRule(node, context, sheet);
  else if (node.type === "rule") {
    const selector = resolveNesting(node.prelude, context);
    if (selector === undefined) return;
    addBlock(node.block, { ...context, parentSelector: selector }, sheet);
  }
}

/** Replaces `&` by the selector of the parent. Returns undefined past the limits on length. */
function resolveNesting(
  selector: string,
  { parentSelector, nestedBudget }: RuleContext,
): string | undefined {
  if (parentSelector === "") return selector;
  const parts = selector.includes("&") ? selector.split("&") : ["", ` ${selector}`];
  const scope = `:is(${parentSelector})`;
  const length = selector.length + (parts.length - 1) * scope.length;
  nestedBudget.lengthLeft -= length;
  const fits = length <= MAX_NESTED_LENGTH && nestedBudget.lengthLeft > 0;
  return fits ? parts.join(scope) : undefined;
}

/** Adds the rule that a block belongs to, and the rules nested in it. */
function addBlock(block: string, context: RuleContext, sheet: StyleSheet): void {
  if (!RELEVANT_BLOCK.test(block)) return;
  const { parentSelector: selector, base, layer } = context;
  if (selector !== "") {
    sheet.rules.push({ selector, declarations: createLazyDeclarations(block, base), layer });
  }
  if (!/[{@]/.test(block)) return;
  for (const node of parseBlockContents(block)) {
    addNode(node, { ...context, depth: context.depth + 1 }, sheet);
  }
}

function createLazyDeclarations(block: string, base: string): StyleRule["declarations"] {
  let declarations: readonly Declaration[] | undefined;
  return () => (declarations ??= toDeclarations(parseBlockContents(block), base));
}

function toDeclarations(
  nodes: readonly CssNode[],
  base: string,
  relevant = RELEVANT_NAME,
): Declaration[] {
  return nodes.flatMap((node) => {
    if (node.type !== "declaration" || !relevant.test(node.name)) return [];
    const { name, important } = node;
    const value = makeUrlsAbsolute(node.value, base);
    return value.length > MAX_VALUE_LENGTH ? [] : [{ name, value, important }];
  });
}

export function parseInlineStyle(text: string, base: string): Declaration[] {
  return toDeclarations(parseBlockContents(text), base);
}

function addAtRule(
  { name, prelude, block }: Extract<CssNode, { type: "at-rule" }>,
  context: RuleContext,
  sheet: StyleSheet,
): void {
  if (name === "import") return addImport(prelude, context, sheet);
  if (block === undefined) return;
  if (name === "font-face") return addFontFace(block, context.base, sheet);
  if (!isGroupApplied(name, prelude)) return;
  const layer =
    name === "layer"
      ? [context.layer, prelude || "anonymous"].filter(Boolean).join(".")
      : context.layer;
  addBlock(block, { ...context, layer }, sheet);
}

function addFontFace(block: string, base: string, sheet: StyleSheet): void {
  if (sheet.fontFaces.length >= MAX_FONT_FACES) return;
  const descriptors = toDeclarations(parseBlockContents(block), base, /./);
  sheet.fontFaces.push(Object.fromEntries(descriptors.map(({ name, value }) => [name, value])));
}

/**
 * Returns true when the rules of a conditional group apply. Container queries need layout, so they
 * count as true.
 */
function isGroupApplied(name: string, prelude: string): boolean {
  if (name === "media") return matchesMedia(prelude);
  if (name === "supports") return matchesCondition(prelude.toLowerCase(), isSupported);
  return name === "layer" || name === "container" || name === "scope" || name === "starting-style";
}

/**
 * Returns true except for properties of other engines, because the reference browser is current.
 */
function isSupported(feature: string): boolean {
  return !/^\(?\s*(-moz-|-ms-|-o-|-webkit-touch-callout|-apple-)/.test(feature);
}

function addImport(prelude: string, context: RuleContext, sheet: StyleSheet): void {
  if (prelude.length > MAX_IMPORT_LENGTH) return;
  const [, , double, single, bare, rest = ""] =
    /^(?:url\(\s*)?("([^"]*)"|'([^']*)'|([^)\s"']+))\s*\)?(.*)$/s.exec(prelude) ?? [];
  const media = rest.replace(/\b(layer|supports)(\([^)]*\))?/g, "").trim();
  const url = resolveUrl(double ?? single ?? bare, context.base);
  if (url !== undefined && matchesMedia(media)) sheet.imports.push(url);
}

const URL_TOKEN =
  /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^\s"'()\\]|\\.)+))\s*\)/gi;

/**
 * Makes URLs absolute. Replaces one that is not fetched (data:, about:) by `url("data:")`, so that
 * it still overrides others.
 */
function makeUrlsAbsolute(value: string, base: string): string {
  if (!value.includes("(")) return value;
  return value.replace(URL_TOKEN, (_match, double?: string, single?: string, bare?: string) => {
    const written = (double ?? single ?? bare ?? "").replace(/\\(.)/g, "$1");
    return written.startsWith("#") ? "" : `url("${resolveUrl(written, base) ?? "data:"}")`;
  });
}

/** Returns the absolute URLs in a value. Of an image set it returns the first one. */
export function extractUrls(value: string): string[] {
  if (!value.includes("url(")) return [];
  const single = value.replace(
    /image-set\(\s*(url\("[^"]*"\))[^;]{0,2000}?\)\s*(?=,|$|[a-z])/gi,
    "$1",
  );
  return [...single.matchAll(/url\("(https?:[^"]*)"\)/g)].map(([, url = ""]) => url);
}
