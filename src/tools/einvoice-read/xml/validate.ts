import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  XmlParseError,
  xmlRegisterInputProvider,
  XmlValidateError,
  XsdValidator,
} from "libxml2-wasm";
import { isCalendarDate } from "../../../lib/dates/date.ts";
import { ValidationError } from "../../../lib/errors.ts";
import { getText, toName, type XmlElement, type XmlNode } from "./tree.ts";

const FOLDER = new URL("../../../../rules/", import.meta.url);

/** Packed schemas, and those that a document begins with. */
const PACKAGES = {
  ubl: {
    file: "ubl-2.1/schemas.json.br",
    entries: {
      "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2": "maindoc/UBL-Invoice-2.1.xsd",
      "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2": "maindoc/UBL-CreditNote-2.1.xsd",
    },
  },
  cii: {
    file: "cii-d16b/schemas.json.br",
    entries: {
      "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100":
        "CrossIndustryInvoice_100pD16B.xsd",
    },
  },
} as const;

/** A place that breaks the schema. */
export interface Violation {
  text: string;
  node: XmlNode;
}

const validators = new Map<string, XsdValidator>();

/** Loads the schemas of a syntax, so that a deadline can start afterwards. */
export function loadSchemas(syntax: "ubl" | "cii"): void {
  if (!validators.has(syntax)) validators.set(syntax, createValidator(syntax));
}

function createValidator(syntax: "ubl" | "cii"): XsdValidator {
  const { file, entries } = PACKAGES[syntax];
  const packed = brotliDecompressSync(readFileSync(new URL(file, FOLDER)));
  const schemas = JSON.parse(packed.toString()) as Record<string, string>;
  const base = `schemas:///${syntax}/`;
  const buffers = Object.entries(schemas).map(
    ([path, text]) => [base + path, Buffer.from(text)] as const,
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(buffers)));
  const imports = Object.entries(entries).map(
    ([namespace, path]) => `<xs:import namespace="${namespace}" schemaLocation="${path}"/>`,
  );
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join("")}</xs:schema>`;
  const document = XmlDocument.fromString(schema, { url: `${base}all.xsd` });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

/**
 * The rules of `parseXml`: no external entities, no limit of libxml2 below ours. CDATA is text,
 * because joining the values of an element costs the square of its nodes.
 */
const OPTIONS = {
  encoding: "utf-8",
  option: ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NOCDATA,
};

/** Returns what breaks the schemas, which are loaded. `root` was read from `xml`, in UTF-8. */
export function listViolations(xml: Buffer, root: XmlElement, syntax: "ubl" | "cii"): Violation[] {
  const document = parseAgain(xml);
  try {
    validators.get(syntax)?.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return mergeViolations(error, root);
  } finally {
    document.dispose();
  }
}

/** Throws a ValidationError for XML that only libxml2 refuses. */
function parseAgain(xml: Buffer): XmlDocument {
  try {
    return XmlDocument.fromBuffer(xml, OPTIONS);
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const [{ line, message } = { line: 1, message: error.message }] = error.details;
    const reason = `is not well-formed XML: line ${line}: ${message.trim()}`;
    throw ValidationError.at(["file"], reason);
  }
}

/** Joins the violations of a node, of which the schema has several for one wrong value. */
function mergeViolations({ details }: XmlLibError, root: XmlElement): Violation[] {
  const texts = new Map<string, string[]>();
  for (const { message, xpath = "" } of details) {
    const sentences = texts.get(xpath) ?? [];
    sentences.push(shortenNames(message.trim()));
    texts.set(xpath, sentences);
  }
  const finder = new NodeFinder();
  return [...texts].flatMap(([path, sentences]) => {
    const node = finder.find(root, path);
    const text = sentences.filter((sentence) => !isPaddedDay(node, sentence)).join(" ");
    return text === "" ? [] : [{ node, text }];
  });
}

/** Returns true for a valid day between spaces, which libxml2 does not collapse as XSD says. */
function isPaddedDay(node: XmlNode, sentence: string): boolean {
  if (!sentence.endsWith("is not a valid value of the atomic type 'xs:date'.")) return false;
  const value = getText(node);
  const day = value.trim();
  return day !== value && isCalendarDate(day.replace(/(?:Z|[+-]\d\d:\d\d)$/, ""));
}

function shortenNames(message: string): string {
  return message.replaceAll(/\{([^{}]*)\}([\w.-]+)/g, (_, namespace: string, local: string) =>
    toName(namespace, local),
  );
}

/** Follows paths of libxml2, which have the document's own prefixes, or `*`. */
class NodeFinder {
  /** Children of elements by local name; those of any name by `*`. */
  readonly #children = new Map<XmlElement, Map<string, XmlElement[]>>();

  find(root: XmlElement, path: string): XmlNode {
    let element = root;
    for (const step of path.split("/").slice(2)) {
      if (step.startsWith("@")) return findAttribute(element, getLocal(step)) ?? element;
      const [, name = "", position = "1"] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [];
      const child = this.#index(element).get(getLocal(name))?.[Number(position) - 1];
      if (child === undefined) return element;
      element = child;
    }
    return element;
  }

  #index(element: XmlElement): Map<string, XmlElement[]> {
    const children = this.#children.get(element);
    if (children !== undefined) return children;
    const index = new Map<string, XmlElement[]>([["*", []]]);
    for (const child of element.children) {
      if (child.kind === "text") continue;
      const local = getLocal(child.name);
      const named = index.get(local) ?? [];
      index.set(local, named);
      named.push(child);
      index.get("*")?.push(child);
    }
    this.#children.set(element, index);
    return index;
  }
}

function findAttribute({ attributes }: XmlElement, local: string): XmlNode | undefined {
  return attributes.find(({ name }) => getLocal(name) === local);
}

/** Returns a name without its prefix, or the namespace in braces or the mark of an attribute. */
function getLocal(name: string): string {
  return /[^:}@]*$/.exec(name)?.[0] ?? name;
}
