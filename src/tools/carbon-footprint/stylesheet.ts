import { type CssNode, generate, List, parse } from "css-tree";
import { conditionMatches, mediaMatches } from "./media-query.ts";
import { absolute } from "./resource.ts";

/** One declaration: its value as written, with every URL made absolute. */
export interface Declaration {
  name: string;
  value: string;
  important: boolean;
}

/** A style rule with the declarations that can make a browser load something. */
export interface StyleRule {
  selector: string;
  declarations: Declaration[];
  /** The cascade layer, a dotted name; undefined outside every layer. */
  layer: string | undefined;
}

/** What one style sheet says that matters here. */
export interface StyleSheet {
  imports: string[];
  rules: StyleRule[];
  faces: Record<string, string>[];
}

/** Properties that load something, or decide whether something is loaded. */
const MATTERS =
  /^(--.*|background(-image)?|border-image(-source)?|list-style(-image)?|content|(-webkit-)?mask(-image)?|font(-family|-weight|-style)?|display|cursor)$/;
const MOST_RULES = 60_000;
const MOST_NESTING = 8;

interface Context {
  base: string;
  parent: string;
  layer: string | undefined;
  depth: number;
}

/** Reads a style sheet shallowly: values and selectors stay text until something asks for them. */
export function readStyleSheet(css: string, base: string): StyleSheet {
  const sheet: StyleSheet = { imports: [], rules: [], faces: [] };
  const tree = parse(css, {
    parseValue: false,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
    onParseError: () => {},
  });
  if (tree.type === "StyleSheet") {
    walk(tree.children, { base, parent: "", layer: undefined, depth: 0 }, sheet);
  }
  return sheet;
}

function walk(nodes: List<CssNode>, context: Context, sheet: StyleSheet): void {
  if (context.depth > MOST_NESTING) return;
  nodes.forEach((node) => {
    if (sheet.rules.length > MOST_RULES) return;
    if (node.type === "Atrule") readAtRule(node, context, sheet);
    else if (node.type === "Rule" && node.prelude.type === "Raw") {
      const selector = nested(node.prelude.value, context.parent);
      addRule(selector, node.block.children, context, sheet);
      walk(node.block.children, { ...context, parent: selector, depth: context.depth + 1 }, sheet);
    }
  });
}

/** A nested rule's selector, with the parent's in the place of `&`. */
function nested(selector: string, parent: string): string {
  if (parent === "") return selector;
  const scope = `:is(${parent})`;
  return selector.includes("&") ? selector.replaceAll("&", scope) : `${scope} ${selector}`;
}

function addRule(
  selector: string,
  nodes: List<CssNode>,
  context: Context,
  sheet: StyleSheet,
): void {
  const declarations = declarationsOf(nodes, context.base).filter(({ name }) => MATTERS.test(name));
  if (declarations.length > 0) sheet.rules.push({ selector, declarations, layer: context.layer });
}

function declarationsOf(nodes: List<CssNode>, base: string): Declaration[] {
  const found: Declaration[] = [];
  nodes.forEach((node) => {
    if (node.type !== "Declaration") return;
    const name = node.property.startsWith("--") ? node.property : node.property.toLowerCase();
    const raw = node.value.type === "Raw" ? node.value.value : generate(node.value);
    found.push({
      name,
      value: withAbsoluteUrls(raw.trim(), base),
      important: Boolean(node.important),
    });
  });
  return found;
}

/** The declarations of a `style` attribute. */
export function readInlineStyle(text: string, base: string): Declaration[] {
  const list = parse(text, {
    context: "declarationList",
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => {},
  });
  if (list.type !== "DeclarationList") return [];
  return declarationsOf(list.children, base).filter(({ name }) => MATTERS.test(name));
}

function readAtRule(
  node: Extract<CssNode, { type: "Atrule" }>,
  context: Context,
  sheet: StyleSheet,
): void {
  const prelude = node.prelude?.type === "Raw" ? node.prelude.value.trim() : "";
  const name = node.name.toLowerCase();
  if (name === "import") return readImport(prelude, context, sheet);
  if (!node.block) return;
  const children = node.block.children;
  if (name === "font-face") {
    const entries = declarationsOf(children, context.base).map((entry) => [
      entry.name,
      entry.value,
    ]);
    sheet.faces.push(Object.fromEntries(entries) as Record<string, string>);
    return;
  }
  if (!applies(name, prelude)) return;
  const layer =
    name === "layer"
      ? [context.layer, prelude || "anonymous"].filter(Boolean).join(".")
      : context.layer;
  const inner = { ...context, layer, depth: context.depth + 1 };
  if (context.parent !== "") addRule(context.parent, children, inner, sheet);
  walk(children, inner, sheet);
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
  const [, , double, single, bare, rest = ""] =
    /^(?:url\(\s*)?("([^"]*)"|'([^']*)'|([^)\s"']+))\s*\)?(.*)$/s.exec(prelude) ?? [];
  const media = rest.replace(/\b(layer|supports)(\([^)]*\))?/g, "").trim();
  const url = absolute(double ?? single ?? bare, context.base);
  if (url !== undefined && mediaMatches(media)) sheet.imports.push(url);
}

const URL_TOKEN =
  /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^\s"'()\\]|\\.)*))\s*\)/gi;

/** What cannot be fetched (data:, about:) keeps its place as `url("data:")`. */
function withAbsoluteUrls(value: string, base: string): string {
  return value.replace(URL_TOKEN, (_whole, double?: string, single?: string, bare?: string) => {
    const written = (double ?? single ?? bare ?? "").replace(/\\(.)/g, "$1");
    return written.startsWith("#") ? "" : `url("${absolute(written, base) ?? "data:"}")`;
  });
}

/** The URLs in a value that {@link readStyleSheet} made absolute; of an image set, the one for the screen. */
export function urlsIn(value: string): string[] {
  const single = value.replace(/image-set\(\s*(url\("[^"]*"\))[^;]*?\)\s*(?=,|$|[a-z])/gi, "$1");
  return [...single.matchAll(/url\("(https?:[^"]*)"\)/g)].map(([, url = ""]) => url);
}
