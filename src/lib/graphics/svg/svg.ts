/** An element of a validated SVG. */
export interface SvgNode {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgNode[];
}

/**
 * Allowed elements: shapes, groups and titles. Others could load resources, run scripts or change
 * styles.
 */
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

/**
 * Attributes that run scripts, load resources or change styles. An SVG with one of them is
 * rejected.
 */
const FORBIDDEN_ATTRIBUTES = /^(on.*|(.*:)?href|style|filter|mask|clip-path|src)$/i;

/** Maximum elements, nesting, attributes of all elements, and characters of an attribute. */
const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 20_000;
const MAX_ATTRIBUTE_LENGTH = 100_000;

/** Smallest and largest side of a viewBox, so that scaled coordinates are finite. */
const MIN_SIDE = 1e-6;
const MAX_SIDE = 1e9;

/** Thrown for an SVG that is not drawn. `message` completes "logo …". */
export class SvgError extends Error {
  readonly code = "image";
}

const TAG =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** Matches the XML declaration, comments and text between tags; only `title` may contain text. */
const BETWEEN = /(?:<\?xml\s[^>]*\?>|<!--(?:(?!--)[^])*-->|[^<]+)+/y;

/** Parses an SVG of shapes only, in time linear in its length. Throws SvgError. */
export function parseSvg(text: string): SvgNode {
  const document: SvgNode = { name: "", attributes: new Map(), children: [] };
  const open = [document];
  const budget = { elements: MAX_ELEMENTS, attributes: MAX_ATTRIBUTES };
  for (let at = 0; at < text.length;) {
    const between = match(BETWEEN, text, at);
    at += between?.[0].length ?? 0;
    if (at >= text.length) break;
    const tag = match(TAG, text, at);
    if (!tag) throw new SvgError(MALFORMED);
    at += tag[0].length;
    const [, isEnd, name = "", attributes = "", isEmpty] = tag;
    if (isEnd) {
      if (open.pop()?.name !== name || open.length === 0) throw new SvgError(MALFORMED);
      continue;
    }
    const node = toNode(name, attributes, budget);
    if (--budget.elements < 0 || open.length > MAX_DEPTH) throw new SvgError(TOO_COMPLEX);
    open.at(-1)?.children.push(node);
    if (!isEmpty) open.push(node);
  }
  const [root, ...others] = document.children;
  if (root?.name !== "svg" || others.length > 0 || open.length > 1) throw new SvgError(MALFORMED);
  if (!isSized(root)) throw new SvgError("must be an SVG with a viewBox or a width and height");
  return root;
}

/** The reason why a drawing with too many parts is rejected. */
export const TOO_COMPLEX = "must be a simpler SVG";
const MALFORMED = "must be well-formed SVG without a DOCTYPE";

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toNode(name: string, source: string, budget: { attributes: number }): SvgNode {
  if (!ALLOWED_ELEMENTS.has(name)) throw createContentError(name);
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single] of source.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (--budget.attributes < 0) throw new SvgError(TOO_COMPLEX);
    if (FORBIDDEN_ATTRIBUTES.test(key)) throw createContentError(key);
    if (/url\s*\(|&(?!amp;|lt;|gt;|quot;|apos;)/i.test(value)) {
      throw new SvgError("must be an SVG without references");
    }
    if (ALLOWED_ATTRIBUTES.has(key)) attributes.set(key, value.slice(0, MAX_ATTRIBUTE_LENGTH));
  }
  return { name, attributes, children: [] };
}

function createContentError(name: string): SvgError {
  return new SvgError(`must be an SVG of shapes only, without ${name.slice(0, 40)}`);
}

function isSized(root: SvgNode): boolean {
  const [x, y, ...sides] = getViewBox(root);
  const maxOffset = MAX_OFFSET * Math.max(...sides);
  return (
    sides.every((side) => side >= MIN_SIDE && side <= MAX_SIDE) &&
    [x, y].every((offset) => Math.abs(offset) <= maxOffset)
  );
}

/** Largest distance of a coordinate from the origin, in sides of the viewBox. */
export const MAX_OFFSET = 10_000;

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
