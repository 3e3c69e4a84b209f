import { type CssNode, parseBlockContents } from "./css-syntax.ts";
import { conditionMatches, mediaMatches } from "./media-query.ts";
import { absolute } from "../crawl/resource.ts";

/** One declaration: its value as written, with every URL made absolute. */
export interface Declaration {
  name: string;
  value: string;
  important: boolean;
}

/** A style rule. */
export interface StyleRule {
  selector: string;
  /** Those that can make a browser load something; read when first asked for, which most rules never are. */
  declarations(): readonly Declaration[];
  /** The cascade layer, a dotted name; undefined outside every layer. */
  layer: string | undefined;
}

/** What one style sheet says that matters here. */
export interface StyleSheet {
  imports: string[];
  rules: StyleRule[];
  faces: Record<string, string>[];
}

/** Properties that load something, or decide whether something is loaded; variables besides. */
const PROPERTIES =
  "background(?:-image)?|border-image(?:-source)?|list-style(?:-image)?|content|(?:-webkit-)?mask(?:-image)?|font(?:-family|-weight|-style)?|display";
const MATTERS = new RegExp(`^(?:--.*|${PROPERTIES})$`);
/** What a block must hold to be worth reading: one of these properties, or something nested. */
const MAY_MATTER = new RegExp(`[{@]|(?<![\\w(-])--|(?<![\\w-])(?:${PROPERTIES})\\s*[:/]`, "i");
const MAX_RULES = 60_000;
const MAX_NESTING = 8;
/** Characters of a nested selector, which multiplies with every `&`, and of all of a sheet. */
const MAX_NESTED = 20_000;
const MAX_NESTED_TOGETHER = 2_000_000;
const MAX_FACES = 10_000;
/** Characters of a value, once what is embedded in it is out, and of what stands behind `@import`. */
const MAX_VALUE_LENGTH = 20_000;
const MAX_IMPORT_LENGTH = 4_000;

interface Context {
  base: string;
  parent: string;
  layer: string | undefined;
  depth: number;
  /** What is left of the characters that nested selectors of the sheet may have together. */
  room: { characters: number };
}

/** Reads a style sheet shallowly: values and selectors stay text until something asks for them. */
export function readStyleSheet(css: string, base: string): StyleSheet {
  const sheet: StyleSheet = { imports: [], rules: [], faces: [] };
  const room = { characters: MAX_NESTED_TOGETHER };
  const context = { base, parent: "", layer: undefined, depth: 0, room };
  for (const item of parseBlockContents(css, true)) readItem(item, context, sheet);
  return sheet;
}

function readItem(item: CssNode, context: Context, sheet: StyleSheet): void {
  if (sheet.rules.length > MAX_RULES || context.depth > MAX_NESTING) return;
  if (item.type === "at-rule") readAtRule(item, context, sheet);
  else if (item.type === "rule") {
    const parent = nested(item.prelude, context);
    if (parent !== undefined) readBlock(item.block, { ...context, parent }, sheet);
  }
}

/** A nested rule's selector, with the parent's in the place of `&`; undefined past all reason. */
function nested(selector: string, { parent, room }: Context): string | undefined {
  if (parent === "") return selector;
  const parts = selector.includes("&") ? selector.split("&") : ["", ` ${selector}`];
  const scope = `:is(${parent})`;
  const length = selector.length + (parts.length - 1) * scope.length;
  room.characters -= length;
  return length <= MAX_NESTED && room.characters > 0 ? parts.join(scope) : undefined;
}

/** A block's declarations stand for its rule's selector, what is nested in it for selectors of its own. */
function readBlock(block: string, context: Context, sheet: StyleSheet): void {
  if (!MAY_MATTER.test(block)) return;
  const { parent: selector, base, layer } = context;
  if (selector !== "") sheet.rules.push({ selector, declarations: later(block, base), layer });
  if (!/[{@]/.test(block)) return;
  for (const item of parseBlockContents(block)) {
    readItem(item, { ...context, depth: context.depth + 1 }, sheet);
  }
}

function later(block: string, base: string): StyleRule["declarations"] {
  let known: readonly Declaration[] | undefined;
  return () => (known ??= declarationsOf(parseBlockContents(block), base));
}

function declarationsOf(items: readonly CssNode[], base: string, which = MATTERS): Declaration[] {
  return items.flatMap((item) => {
    if (item.type !== "declaration" || !which.test(item.name)) return [];
    const { name, important } = item;
    const value = withAbsoluteUrls(item.value, base);
    return value.length > MAX_VALUE_LENGTH ? [] : [{ name, value, important }];
  });
}

/** The declarations of a `style` attribute. */
export function readInlineStyle(text: string, base: string): Declaration[] {
  return declarationsOf(parseBlockContents(text), base);
}

function readAtRule(
  { name, prelude, block }: Extract<CssNode, { type: "at-rule" }>,
  context: Context,
  sheet: StyleSheet,
): void {
  if (name === "import") return readImport(prelude, context, sheet);
  if (block === undefined) return;
  if (name === "font-face") return readFace(block, context.base, sheet);
  if (!applies(name, prelude)) return;
  const layer =
    name === "layer"
      ? [context.layer, prelude || "anonymous"].filter(Boolean).join(".")
      : context.layer;
  readBlock(block, { ...context, layer }, sheet);
}

function readFace(block: string, base: string, sheet: StyleSheet): void {
  if (sheet.faces.length >= MAX_FACES) return;
  const descriptors = declarationsOf(parseBlockContents(block), base, /./);
  sheet.faces.push(Object.fromEntries(descriptors.map(({ name, value }) => [name, value])));
}

/** Whether what stands in a conditional group counts. Containers are taken to be wide enough. */
function applies(name: string, prelude: string): boolean {
  if (name === "media") return mediaMatches(prelude);
  if (name === "supports") return conditionMatches(prelude.toLowerCase(), isSupported);
  return name === "layer" || name === "container" || name === "scope" || name === "starting-style";
}

/** The reference browser is new: what is asked for is there, save other browsers' own properties. */
function isSupported(feature: string): boolean {
  return !/^\(?\s*(-moz-|-ms-|-o-|-webkit-touch-callout|-apple-)/.test(feature);
}

function readImport(prelude: string, context: Context, sheet: StyleSheet): void {
  if (prelude.length > MAX_IMPORT_LENGTH) return;
  const [, , double, single, bare, rest = ""] =
    /^(?:url\(\s*)?("([^"]*)"|'([^']*)'|([^)\s"']+))\s*\)?(.*)$/s.exec(prelude) ?? [];
  const media = rest.replace(/\b(layer|supports)(\([^)]*\))?/g, "").trim();
  const url = absolute(double ?? single ?? bare, context.base);
  if (url !== undefined && mediaMatches(media)) sheet.imports.push(url);
}

const URL_TOKEN =
  /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^\s"'()\\]|\\.)+))\s*\)/gi;

/** What cannot be fetched (data:, about:) keeps its place as `url("data:")`. */
function withAbsoluteUrls(value: string, base: string): string {
  if (!value.includes("(")) return value;
  return value.replace(URL_TOKEN, (_whole, double?: string, single?: string, bare?: string) => {
    const written = (double ?? single ?? bare ?? "").replace(/\\(.)/g, "$1");
    return written.startsWith("#") ? "" : `url("${absolute(written, base) ?? "data:"}")`;
  });
}

/** The URLs in a value that {@link readStyleSheet} made absolute; of an image set, the one for the screen. */
export function urlsIn(value: string): string[] {
  if (!value.includes("url(")) return [];
  const single = value.replace(
    /image-set\(\s*(url\("[^"]*"\))[^;]{0,2000}?\)\s*(?=,|$|[a-z])/gi,
    "$1",
  );
  return [...single.matchAll(/url\("(https?:[^"]*)"\)/g)].map(([, url = ""]) => url);
}
