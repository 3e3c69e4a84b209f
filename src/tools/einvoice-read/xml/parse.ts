import { SaxesParser } from "saxes";
import { ValidationError } from "../../../lib/errors.ts";
import { choosePrefixes, PREFIXES, toName, type XmlElement, type XmlRoot } from "./tree.ts";

const MAX_DEPTH = 100;
const MAX_ELEMENTS = 200_000;
const MAX_ATTRIBUTES = 64;
const MAX_NAME_LENGTH = 256;
const MAX_TEXT_LENGTH = 10 * 1024 * 1024;
/** Comments and processing instructions inside texts, which libxml2 joins at the cost of a copy. */
const MAX_COMMENTS_IN_TEXTS = 1000;

/**
 * Reads well-formed XML. Character references and the five predefined entities are the only ones,
 * because a DOCTYPE is refused. Throws a ValidationError whose sentence begins with `file`.
 */
export function parseXml(text: string): XmlRoot {
  if (hasDoctype(text)) throwDoctype();
  const builder = new TreeBuilder();
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on("error", ({ message }) => {
    throw ValidationError.at(["file"], `is not well-formed XML: ${toSentence(message)}`);
  });
  parser.on("doctype", throwDoctype);
  let line = 1;
  // The line of the character before, because a line break may follow the name.
  parser.on(
    "opentagstart",
    () => (line = parser.columnIndex === 0 ? parser.line - 1 : parser.line),
  );
  parser.on("attribute", ({ name }) => builder.countAttribute(name));
  parser.on("opentag", (tag) => builder.open(tag, line));
  parser.on("text", (value) => builder.addText(value));
  parser.on("cdata", (value) => builder.addText(value));
  parser.on("comment", () => builder.interruptText());
  parser.on("processinginstruction", () => builder.interruptText());
  parser.on("closetag", () => builder.close());
  parser.write(text).close();
  return builder.root;
}

/** Content that may precede a DOCTYPE: space, comments and processing instructions. */
const PROLOG = /\uFEFF?\s*(?:<!--[^]*?-->|<\?[^]*?\?>|(?=<!DOCTYPE))/y;

/** Looks for a DOCTYPE before the parser reads it, which takes long for many declarations. */
function hasDoctype(text: string): boolean {
  let position = -1;
  PROLOG.lastIndex = 0;
  while (PROLOG.lastIndex !== position) {
    position = PROLOG.lastIndex;
    if (!PROLOG.test(text)) return false;
    if (text.startsWith("<!DOCTYPE", PROLOG.lastIndex)) return true;
  }
  return false;
}

function throwDoctype(): never {
  throw ValidationError.at(["file"], "must not contain a DOCTYPE");
}

/** Turns `3:12: unclosed tag: a` into `line 3: unclosed tag: a`. */
function toSentence(message: string): string {
  return message.replace(/^(\d+):\d+: /, "line $1: ").replace(/\.$/, "");
}

interface Tag {
  uri: string;
  local: string;
  attributes: Record<string, { uri: string; local: string; prefix: string; value: string }>;
}

class TreeBuilder {
  readonly root: XmlRoot = {
    kind: "root",
    parent: undefined,
    order: 0,
    children: [],
    byName: new Map(),
    prefixes: PREFIXES,
  };
  #current: XmlElement | XmlRoot = this.root;
  #order = 0;
  #depth = 0;
  #elements = 0;
  /** Attributes of the start tag that is read, and declarations of namespaces in it. */
  #attributes = 0;
  #declarations = 0;
  #isInterrupted = false;
  #commentsInTexts = 0;

  /** Counts while a start tag is read, because it may be as long as the file. */
  countAttribute(name: string): void {
    if (/^xmlns(?::|$)/.test(name)) this.#declarations++;
    else this.#attributes++;
    if (Math.max(this.#attributes, this.#declarations) <= MAX_ATTRIBUTES) return;
    const sentence = `has an element with more than ${MAX_ATTRIBUTES} attributes`;
    throw ValidationError.at(["file"], sentence);
  }

  open({ uri, local, attributes }: Tag, line: number): void {
    this.#countElement();
    [this.#attributes, this.#declarations] = [0, 0];
    assertName(uri, local);
    if (this.#elements === 1) this.root.prefixes = choosePrefixes(uri);
    const { prefixes } = this.root;
    const element: XmlElement = {
      kind: "element",
      name: toName(uri, local, prefixes),
      parent: this.#current,
      order: ++this.#order,
      line,
      children: [],
      attributes: [],
    };
    for (const { uri: space, local: name, prefix, value } of Object.values(attributes)) {
      if (prefix === "xmlns" || name === "xmlns") continue;
      assertName(space, name);
      const order = ++this.#order;
      element.attributes.push({
        kind: "attribute",
        name: toName(space, name, prefixes),
        parent: element,
        order,
        value,
      });
    }
    this.#current.children.push(element);
    this.#index(element);
    this.#current = element;
  }

  addText(value: string): void {
    const parent = this.#current;
    if (parent.kind === "root" || value === "") return;
    const last = parent.children.at(-1);
    if (last?.kind === "text") {
      last.value += value;
      if (this.#isInterrupted) this.#countCommentInText();
    } else parent.children.push({ kind: "text", parent, order: ++this.#order, value });
    if (value.length > MAX_TEXT_LENGTH)
      throw ValidationError.at(["file"], "must be at most 10 MiB");
    this.#isInterrupted = false;
  }

  /** The next text is a node of its own for libxml2. */
  interruptText(): void {
    this.#isInterrupted = true;
  }

  close(): void {
    this.#depth--;
    if (this.#current.kind === "element") this.#current = this.#current.parent;
  }

  #countElement(): void {
    if (++this.#depth > MAX_DEPTH) {
      throw ValidationError.at(["file"], `is nested deeper than ${MAX_DEPTH} elements`);
    }
    if (++this.#elements > MAX_ELEMENTS) {
      throw ValidationError.at(["file"], `has more than ${MAX_ELEMENTS} elements`);
    }
  }

  #countCommentInText(): void {
    if (++this.#commentsInTexts <= MAX_COMMENTS_IN_TEXTS) return;
    const sentence = `has more than ${MAX_COMMENTS_IN_TEXTS} comments inside texts`;
    throw ValidationError.at(["file"], sentence);
  }

  #index(element: XmlElement): void {
    const { byName } = this.root;
    const list = byName.get(element.name);
    if (list === undefined) byName.set(element.name, [element]);
    else list.push(element);
  }
}

/** Names and namespaces are repeated in places of findings. */
function assertName(uri: string, local: string): void {
  if (Math.max(uri.length, local.length) <= MAX_NAME_LENGTH) return;
  throw ValidationError.at(["file"], `has a name of more than ${MAX_NAME_LENGTH} characters`);
}
