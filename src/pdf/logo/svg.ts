/** An element of a validated SVG. */
export interface SvgNode {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgNode[];
}

/** Allowed elements: shapes, groups and titles. Others could load resources, run scripts or change styles. */
const ALLOWED_ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon title desc".split(" "),
);

/** Attributes that are preserved. Others are dropped, except those in FORBIDDEN_ATTRIBUTES. */
const ALLOWED_ATTRIBUTES = new Set(
  (
    "xmlns viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-rule fill-opacity stroke " +
    "stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-dasharray stroke-dashoffset " +
    "opacity preserveAspectRatio"
  ).split(" "),
);

/** Attributes that run scripts, load resources or change styles. An SVG with one of them is rejected. */
const FORBIDDEN_ATTRIBUTES = /^(on.*|(.*:)?href|style|filter|mask|clip-path|src)$/i;

/** Maximum elements, nesting, and characters of an attribute. */
const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTE_LENGTH = 100_000;

const TAG =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** Matches the XML declaration, comments and text between tags; only `title` may contain text. */
const BETWEEN = /(?:<\?xml\s[^>]*\?>|<!--(?:(?!--)[^])*-->|[^<]+)+/y;

/** Returns the reason why an SVG is rejected, which completes "logo …", or undefined for a safe one. */
export function checkSvg(text: string): string | undefined {
  const root = parseSvg(text);
  return typeof root === "string" ? root : undefined;
}

/** Parses an SVG of shapes only. Returns the reason for any other text, like `checkSvg`. */
export function parseSvg(text: string): SvgNode | string {
  const document: SvgNode = { name: "", attributes: new Map(), children: [] };
  const open = [document];
  let count = 0;
  for (let at = 0; at < text.length;) {
    const between = match(BETWEEN, text, at);
    at += between?.[0].length ?? 0;
    if (at >= text.length) break;
    const tag = match(TAG, text, at);
    if (!tag) return MALFORMED;
    at += tag[0].length;
    const [, isEnd, name = "", attributes = "", isEmpty] = tag;
    if (isEnd) {
      if (open.pop()?.name !== name || open.length === 0) return MALFORMED;
      continue;
    }
    const node = toNode(name, attributes);
    if (typeof node === "string") return node;
    if (++count > MAX_ELEMENTS || open.length > MAX_DEPTH) return "must be a simpler SVG";
    open.at(-1)?.children.push(node);
    if (!isEmpty) open.push(node);
  }
  const [root, ...others] = document.children;
  if (root?.name !== "svg" || others.length > 0 || open.length > 1) return MALFORMED;
  return isSized(root) ? root : "must be an SVG with a viewBox or a width and height";
}

const MALFORMED = "must be well-formed SVG without a DOCTYPE";

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toNode(name: string, source: string): SvgNode | string {
  if (!ALLOWED_ELEMENTS.has(name))
    return `must be an SVG of shapes only, without ${name.slice(0, 40)}`;
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single] of source.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (FORBIDDEN_ATTRIBUTES.test(key))
      return `must be an SVG of shapes only, without ${key.slice(0, 40)}`;
    if (/url\s*\(|&(?!amp;|lt;|gt;|quot;|apos;)/i.test(value)) {
      return "must be an SVG without references";
    }
    if (ALLOWED_ATTRIBUTES.has(key)) attributes.set(key, value.slice(0, MAX_ATTRIBUTE_LENGTH));
  }
  return { name, attributes, children: [] };
}

function isSized(root: SvgNode): boolean {
  const { width, height } = getSvgSize(root);
  return width > 0 && height > 0 && Number.isFinite(width / height);
}

/** Returns the viewBox of an SVG, or if it has none its width and height. */
export function getViewBox({ attributes }: SvgNode): [number, number, number, number] {
  const [x = 0, y = 0, width, height] = (attributes.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width !== undefined && height !== undefined) return [x, y, width, height];
  return [0, 0, parseLength(attributes.get("width")), parseLength(attributes.get("height"))];
}

/** Returns the size of an SVG in its own units: that of its viewBox. */
export function getSvgSize(root: SvgNode): { width: number; height: number } {
  const [, , width, height] = getViewBox(root);
  return { width, height };
}

function parseLength(text = ""): number {
  return Number(/^\s*([\d.]+)(px)?\s*$/.exec(text)?.[1] ?? Number.NaN);
}

/** Serializes a validated SVG, without its text, because none of it is drawn. */
export function serializeSvg(root: SvgNode): string {
  const attributes = new Map([["xmlns", "http://www.w3.org/2000/svg"], ...root.attributes]);
  return writeNode({ ...root, attributes });
}

function writeNode({ name, attributes, children }: SvgNode): string {
  // Escapes only quotes, because values still have the entities of their source.
  const list = [...attributes].map(
    ([key, value]) => ` ${key}="${value.replaceAll('"', "&quot;")}"`,
  );
  return `<${name}${list.join("")}>${children.map(writeNode).join("")}</${name}>`;
}
