/** An XML element; an element without content is not made. */
export interface XmlElement {
  name: string;
  attributes: string;
  content: string | XmlElement[];
}

/** Content of a group: an element, nothing, or a list of either. */
export type XmlContent = XmlElement | undefined | readonly XmlContent[];

/** Makes an element with text; nothing for an absent or blank text, because profiles refuse empty elements. */
export function leaf(
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlElement | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const list = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escapeXml(value)}"`,
  );
  return { name, attributes: list.join(""), content: escapeXml(text) };
}

/** Makes an element with elements; nothing where all of them are absent. */
export function group(name: string, ...content: XmlContent[]): XmlElement | undefined {
  const children = flatten(content);
  return children.length === 0 ? undefined : { name, attributes: "", content: children };
}

/** Makes an element that is there even if it is empty. */
export function required(name: string, ...content: XmlContent[]): XmlElement {
  return { name, attributes: "", content: flatten(content) };
}

/** Writes a document: UTF-8, each element on a line of its own. */
export function writeXml(root: XmlElement, namespaces: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(namespaces).map(([key, uri]) => ` ${key}="${uri}"`);
  const named = { ...root, attributes: attributes.join("") };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(named, "")}`;
}

function write({ name, attributes, content }: XmlElement, indent: string): string {
  const open = `${indent}<${name}${attributes}`;
  if (typeof content === "string") return `${open}>${content}</${name}>\n`;
  if (content.length === 0) return `${open}/>\n`;
  let text = `${open}>\n`;
  for (const child of content) text += write(child, `${indent}  `);
  return `${text}${indent}</${name}>\n`;
}

function flatten(content: readonly XmlContent[]): XmlElement[] {
  return content.flatMap((part) =>
    part === undefined ? [] : isList(part) ? flatten(part) : [part],
  );
}

function isList(part: XmlElement | readonly XmlContent[]): part is readonly XmlContent[] {
  return Array.isArray(part);
}

const SPECIAL = /[&<>"\ufffe\uffff]/;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The two noncharacters that XML does not know are left out. */
function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[&<>"\ufffe\uffff]/g, (character) => ENTITIES[character] ?? "");
}
