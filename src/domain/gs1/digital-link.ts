import { findIdentifier } from "./identifiers.ts";
import { checkMessage, createElement, type Gs1Element, Gs1Error } from "./message.ts";

/**
 * The resolver of GS1, which canonical URIs name (GS1 Digital Link Standard: URI Syntax 1.5,
 * section 5).
 */
const CANONICAL_STEM = "https://id.gs1.org";

/** Returns true for a text that can only be meant as a Digital Link URI. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Parses a GS1 Digital Link URI (uncompressed). Throws Gs1Error. */
export function parseDigitalLink(text: string): Gs1Element[] {
  const [, path = "", query = ""] =
    /^https?:\/\/[A-Za-z0-9.:\-[\]]+(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(text) ?? [];
  if (/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/.test(text) || path === "") {
    throw new Gs1Error("is not a valid URL");
  }
  const elements = [...parsePath(path), ...parseQuery(query)];
  checkMessage(elements);
  return elements;
}

/**
 * The last `/AI/value` of a primary key begins the elements; what precedes it belongs to the
 * resolver.
 */
function parsePath(path: string): Gs1Element[] {
  const segments = path.split("/").slice(1);
  for (let at = segments.length - 2; at >= 0; at -= 2) {
    const identifier = findIdentifier(segments[at] ?? "");
    if (!identifier) break;
    if (!identifier.qualifiers) continue;
    return toElements(segments.slice(at), identifier.qualifiers);
  }
  throw new Gs1Error("is a URL without a GS1 key such as /01/09506000134352");
}

function toElements(
  segments: readonly string[],
  orders: readonly (readonly string[])[],
): Gs1Element[] {
  const elements: Gs1Element[] = [];
  for (let at = 0; at < segments.length; at += 2) {
    elements.push(createElement(segments[at] ?? "", decodePercent(segments[at + 1] ?? "")));
  }
  const qualifiers = elements.slice(1).map(({ identifier }) => identifier.ai);
  if (!orders.some((order) => isSubsequence(qualifiers, order))) {
    throw new Gs1Error(
      `has AI (${qualifiers.join("), (")}) after its key, which GS1 does not allow`,
    );
  }
  return elements;
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = -1;
  return part.every((ai) => {
    at = whole.indexOf(ai, at + 1);
    return at !== -1;
  });
}

/** Parameters with a name of digits are elements; all others belong to the resolver. */
function parseQuery(query: string): Gs1Element[] {
  return query
    .split(/[&;]/)
    .map((pair) => pair.split("=", 2))
    .filter(([name = ""]) => /^\d+$/.test(name))
    .map(([ai = "", value = ""]) => {
      if (findIdentifier(ai)?.isQueryAttribute === false) {
        throw new Gs1Error(`AI (${ai}) must not be in the query of a Digital Link`);
      }
      return createElement(ai, decodePercent(value.replaceAll("+", " ")));
    });
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Returns the canonical Digital Link URI of a message, or undefined when it has no key or more than
 * a URI can carry. Of several keys, the first whose path leaves only query attributes is in the
 * path.
 */
export function toDigitalLink(elements: readonly Gs1Element[]): string | undefined {
  for (const key of elements.filter(({ identifier }) => identifier.qualifiers)) {
    const link = formatLink(key, elements);
    if (link !== undefined) return link;
  }
  return undefined;
}

function formatLink(key: Gs1Element, elements: readonly Gs1Element[]): string | undefined {
  const members = elements.filter(({ identifier }) => identifier.ai !== key.identifier.ai);
  const qualifiers = findLongestQualifiers(key, members);
  const attributes = members.filter((element) => !qualifiers.includes(element));
  if (attributes.some(({ identifier }) => !identifier.isQueryAttribute)) return undefined;
  const path = [key, ...qualifiers].map(
    ({ identifier, value }) => `/${identifier.ai}/${encodePercent(value)}`,
  );
  const query = Array.from(
    new Map(attributes.map(({ identifier, value }) => [identifier.ai, encodePercent(value)])),
    ([ai, value]) => `${ai}=${value}`,
  );
  return CANONICAL_STEM + path.join("") + (query.length > 0 ? `?${query.join("&")}` : "");
}

function findLongestQualifiers(key: Gs1Element, others: readonly Gs1Element[]): Gs1Element[] {
  const orders = (key.identifier.qualifiers ?? []).map((order) =>
    order.flatMap((ai) => others.find(({ identifier }) => identifier.ai === ai) ?? []),
  );
  return orders.toSorted((first, second) => second.length - first.length)[0] ?? [];
}

/** Escapes everything but RFC 3986's unreserved characters. */
function encodePercent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
