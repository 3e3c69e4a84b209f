import {
  type ValueRange,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  findClosingQuote,
  findValueEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipJsonWhitespace,
} from "./json-bytes.ts";

/** Member names and list indexes that lead to a value; `length` is also the length of a list. */
type JsonPath = readonly string[];

/** A place in JSON text, or the length of a list. */
type JsonMatch = ValueRange | { length: number };

/**
 * Returns the JSON text at a path below the value that starts at `start`; undefined when there is
 * none.
 */
export function selectJson(text: Buffer, start: number, path: JsonPath): string | undefined {
  const [match] = locateJson(text, start, [path]);
  if (!match) return undefined;
  return "length" in match ? String(match.length) : text.toString("utf8", match.start, match.end);
}

/**
 * Locates the values at any number of paths in one pass; undefined for those that do not exist. Of
 * repeated names the last one counts, as with `JSON.parse`. It creates no values, because those of
 * a hostile text take fifty times its memory. The text must be valid JSON.
 */
export function locateJson(
  text: Buffer,
  start: number,
  paths: readonly JsonPath[],
): (JsonMatch | undefined)[] {
  const root = new PathNode(undefined);
  const nodes = paths.map((path) => path.reduce((node, step) => node.add(step), root));
  visitValue(text, skipJsonWhitespace(text, start), root);
  return nodes.map((node) => node.match);
}

/** An escape takes at most six bytes for a character. */
const MAX_ESCAPE_LENGTH = 6;

/** A name or index on the way to values, and the value that the pass saw last. */
class PathNode {
  readonly #parent: PathNode | undefined;
  /** By name, whose UTF-8 bytes are characters here, so that names of the text need no decoding. */
  readonly children = new Map<string, PathNode>();
  #maxNameLength = 0;
  #range: ValueRange | undefined;
  #listLength: number | undefined;

  constructor(parent: PathNode | undefined) {
    this.#parent = parent;
  }

  /** Returns the child of a name, which it creates when it is missing. */
  add(step: string): PathNode {
    const name = toBinary(step);
    const child = this.children.get(name) ?? new PathNode(this);
    this.children.set(name, child);
    this.#maxNameLength = Math.max(this.#maxNameLength, name.length);
    return child;
  }

  /** Returns the child that the quoted name in `range` names. */
  find(text: Buffer, { start, end }: ValueRange): PathNode | undefined {
    // Most names are plain or too long; parsing them all would take seconds.
    if (end - start - 2 > this.#maxNameLength * MAX_ESCAPE_LENGTH) return undefined;
    const name = text.toString("latin1", start + 1, end - 1);
    if (!name.includes("\\")) return this.children.get(name);
    return this.children.get(toBinary(JSON.parse(text.toString("utf8", start, end)) as string));
  }

  /**
   * Notes a value, or a list of `listLength` items. A later one replaces it, as names may repeat.
   */
  note(range: ValueRange, listLength?: number): void {
    this.#range = range;
    this.#listLength = listLength;
  }

  /** The value, unless it is part of one that a repeated name replaced. */
  get match(): JsonMatch | undefined {
    if (!this.#isCurrent()) return undefined;
    return this.#listLength === undefined ? this.#range : { length: this.#listLength };
  }

  /** It recurses at most as deep as the text nests, because deeper nodes saw no value. */
  #isCurrent(): boolean {
    const [inner, parent] = [this.#range, this.#parent];
    if (!inner || !parent) return inner !== undefined;
    const outer = parent.#range;
    const isInside = outer && inner.start >= outer.start && inner.end <= outer.end;
    return isInside === true && parent.#isCurrent();
  }
}

/** Returns the UTF-8 bytes of a text as characters. */
function toBinary(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Searches the value at `at` and returns the index after it. */
function visitValue(text: Buffer, at: number, node: PathNode): number {
  const isLeaf = node.children.size === 0;
  let end: number;
  if (!isLeaf && text[at] === OPEN_BRACE) end = visitMembers(text, at, node);
  else if (!isLeaf && text[at] === OPEN_BRACKET) end = visitItems(text, at, node);
  else end = findValueEnd(text, at);
  node.note({ start: at, end });
  return end;
}

function visitMembers(text: Buffer, start: number, node: PathNode): number {
  let at = skipJsonWhitespace(text, start + 1);
  while (text[at] !== CLOSE_BRACE) {
    const end = findClosingQuote(text, at) + 1;
    const child = node.find(text, { start: at, end });
    // The value starts after the colon.
    const valueStart = skipJsonWhitespace(text, skipJsonWhitespace(text, end) + 1);
    at = child ? visitValue(text, valueStart, child) : findValueEnd(text, valueStart);
    at = skipComma(text, at);
  }
  return at + 1;
}

function visitItems(text: Buffer, start: number, node: PathNode): number {
  let length = 0;
  let at = skipJsonWhitespace(text, start + 1);
  for (; text[at] !== CLOSE_BRACKET; length++) {
    const child = node.children.get(String(length));
    at = child ? visitValue(text, at, child) : findValueEnd(text, at);
    at = skipComma(text, at);
  }
  node.children.get("length")?.note({ start, end: at + 1 }, length);
  return at + 1;
}

/** Returns the index of the next item or member, or of the closing bracket. */
function skipComma(text: Buffer, at: number): number {
  at = skipJsonWhitespace(text, at);
  return text[at] === COMMA ? skipJsonWhitespace(text, at + 1) : at;
}
