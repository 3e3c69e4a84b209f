import { escapeXml } from "../../../lib/text/xml.ts";
import type { Identifier } from "./einvoice-model.ts";

/** An XML element. Elements without content are omitted. */
export interface XmlTag {
  name: string;
  attributes: string;
  content: string | XmlTag[];
}

/** Content of a group: an element, undefined, or a list of either. */
export type XmlContent = XmlTag | undefined | readonly XmlContent[];

/**
 * Creates an element with text. Returns undefined for an absent or blank text, because profiles
 * reject empty elements.
 */
export function toElement(
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlTag | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const list = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escapeXml(value)}"`,
  );
  return { name, attributes: list.join(""), content: escapeXml(text) };
}

/**
 * Creates an element with an identifier and its scheme. Returns undefined for an absent identifier.
 */
export function toIdentifier(name: string, identifier: Identifier | undefined) {
  return toElement(name, identifier?.id, { schemeID: identifier?.scheme });
}

/** Creates an element with children. Returns undefined when all of them are absent. */
export function toGroup(name: string, ...content: XmlContent[]): XmlTag | undefined {
  const children = flatten(content);
  return children.length === 0 ? undefined : { name, attributes: "", content: children };
}

/** Creates an element that is written even if it is empty. */
export function toRequiredGroup(name: string, ...content: XmlContent[]): XmlTag {
  return { name, attributes: "", content: flatten(content) };
}

/** Serializes a document in UTF-8 with one element per line. */
export function writeXml(root: XmlTag, namespaces: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(namespaces).map(([key, uri]) => ` ${key}="${uri}"`);
  const named = { ...root, attributes: attributes.join("") };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(named, "")}`;
}

function write({ name, attributes, content }: XmlTag, indent: string): string {
  const open = `${indent}<${name}${attributes}`;
  if (typeof content === "string") return `${open}>${content}</${name}>\n`;
  if (content.length === 0) return `${open}/>\n`;
  let text = `${open}>\n`;
  for (const child of content) text += write(child, `${indent}  `);
  return `${text}${indent}</${name}>\n`;
}

function flatten(content: readonly XmlContent[]): XmlTag[] {
  return content.flatMap((part) =>
    part === undefined ? [] : isList(part) ? flatten(part) : [part],
  );
}

function isList(part: XmlTag | readonly XmlContent[]): part is readonly XmlContent[] {
  return Array.isArray(part);
}
