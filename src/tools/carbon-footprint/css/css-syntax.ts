/** A node of a style sheet or of a block. Its contents stay text until they are parsed in turn. */
export type CssNode =
  | { type: "declaration"; name: string; value: string; important: boolean }
  | { type: "rule"; prelude: string; block: string }
  | { type: "at-rule"; name: string; prelude: string; block: string | undefined };

/**
 * Parses a style sheet (`isTopLevel`) or the contents of a block (CSS Syntax 3, section 5.5).
 * Accepts any text and takes linear time.
 */
export function parseBlockContents(css: string, isTopLevel = false): CssNode[] {
  const parser: ParserState = { css, isTopLevel, nodes: [] };
  let index = skipTrivia(css, 0, isTopLevel);
  while (index < css.length) {
    const end = css[index] === "@" ? parseAtRule(parser, index) : parseRule(parser, index);
    index = skipTrivia(css, end, isTopLevel);
  }
  return parser.nodes;
}

/** A text, and the nodes parsed so far. */
interface ParserState {
  css: string;
  isTopLevel: boolean;
  nodes: CssNode[];
}

/** Parses an at-rule. Like `parseRule`, returns the index after it. */
function parseAtRule({ css, nodes }: ParserState, start: number): number {
  const name = /@([-\w]*)/y;
  name.lastIndex = start;
  const [whole = "@", word = ""] = name.exec(css) ?? [];
  const end = findTopLevel(css, start + whole.length, ";{");
  const prelude = removeComments(css.slice(start + whole.length, end));
  const close = css[end] === "{" ? findTopLevel(css, end + 1, "}") : end;
  const block = css[end] === "{" ? css.slice(end + 1, close) : undefined;
  nodes.push({ type: "at-rule", name: word.toLowerCase(), prelude, block });
  return close + 1;
}

/**
 * Parses a rule or a declaration. The character after its prelude or name and value distinguishes
 * them.
 */
function parseRule({ css, isTopLevel, nodes }: ParserState, start: number): number {
  // Only custom properties may contain braces.
  const declarationEnd = isCustomProperty(css, start) ? ";" : ";{";
  const end = findTopLevel(css, start, isTopLevel ? "{" : declarationEnd);
  if (css[end] !== "{") {
    if (!isTopLevel) addDeclaration(css.slice(start, end), nodes);
    return end + 1;
  }
  const close = findTopLevel(css, end + 1, "}");
  const prelude = removeComments(css.slice(start, end));
  nodes.push({ type: "rule", prelude, block: css.slice(end + 1, close) });
  return close + 1;
}

function isCustomProperty(css: string, start: number): boolean {
  if (!css.startsWith("--", start)) return false;
  const name = /[^\s:;{}]*\s*:/y;
  name.lastIndex = start;
  return name.test(css);
}

function addDeclaration(text: string, nodes: CssNode[]): void {
  const colon = text.indexOf(":");
  if (colon < 0) return;
  const written = removeComments(text.slice(0, colon));
  const value = removeComments(text.slice(colon + 1));
  const important = value.includes("!") && /!\s*important$/i.test(value);
  nodes.push({
    type: "declaration",
    name: written.startsWith("--") ? written : written.toLowerCase(),
    value: important ? value.slice(0, value.lastIndexOf("!")).trimEnd() : value,
    important,
  });
}

/**
 * A comment. Strings and unquoted URLs are matched first, because they cannot contain comments.
 * Unclosed ones match too, because searching for their end from each of their characters would take
 * quadratic time.
 */
const COMMENT =
  /("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|url\(\s*[^"'\s)][^)]*\)?)|\/\*[^]*?(?:\*\/|$)/gis;

function removeComments(text: string): string {
  return (text.includes("/*") ? text.replace(COMMENT, (_match, kept = " ") => kept) : text).trim();
}

/**
 * Returns the index of the next node. At the top level, the markers of HTML comments are skipped
 * too.
 */
function skipTrivia(css: string, start: number, isTopLevel: boolean): number {
  for (let at = start; ;) {
    const code = css.charCodeAt(at);
    if (isSpace(code) || (!isTopLevel && code === SEMICOLON)) at += 1;
    else if (css.startsWith("/*", at)) at = findCommentEnd(css, at);
    else if (isTopLevel && css.startsWith("<!--", at)) at += 4;
    else if (isTopLevel && css.startsWith("-->", at)) at += 3;
    else return at;
  }
}

const SEMICOLON = 59;

/** Returns true for space, tab, line feeds and form feed. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/**
 * 1 for quotes, slash, backslash, brackets and semicolon, by character code. All others are skipped
 * quickly.
 */
const SPECIAL = Uint8Array.from({ length: 128 }, (_, code) =>
  `"'/\\()[]{};`.includes(String.fromCharCode(code)) ? 1 : 0,
);
const CLOSERS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/**
 * Returns the index of the first of `stops` outside strings, comments and brackets, or the length
 * of the text.
 */
function findTopLevel(css: string, start: number, stops: string): number {
  const closers: string[] = [];
  for (let at = start; at < css.length;) {
    const code = css.charCodeAt(at);
    if (code > 127 || SPECIAL[code] === 0) {
      at += 1;
      continue;
    }
    const char = css[at] ?? "";
    if (closers.length === 0 && stops.includes(char)) return at;
    if (char === '"' || char === "'") at = findStringEnd(css, at);
    else if (char === "/" && css[at + 1] === "*") at = findCommentEnd(css, at);
    else if (char === "(" && isUnquotedUrl(css, at)) at = findUrlEnd(css, at);
    else {
      const closer = CLOSERS[char];
      if (closer !== undefined) closers.push(closer);
      else if (closers.at(-1) === char) closers.pop();
      at += char === "\\" ? 2 : 1;
    }
  }
  return css.length;
}

function findCommentEnd(css: string, start: number): number {
  const end = css.indexOf("*/", start + 2);
  return end < 0 ? css.length : end + 2;
}

/**
 * Returns the index after a string, which ends at its quote, or at the end of its line if the quote
 * is missing.
 */
function findStringEnd(css: string, start: number): number {
  const quote = css[start];
  for (let at = start + 1; at < css.length; at += 1) {
    const char = css[at];
    if (char === quote || char === "\n") return at + 1;
    if (char === "\\") at += 1;
  }
  return css.length;
}

/**
 * Returns true when a parenthesis opens an unquoted URL, which contains neither strings nor
 * comments.
 */
function isUnquotedUrl(css: string, parenthesis: number): boolean {
  if (css.slice(parenthesis - 3, parenthesis).toLowerCase() !== "url") return false;
  const first = /\s*(.?)/sy;
  first.lastIndex = parenthesis + 1;
  return !/["']/.test(first.exec(css)?.[1] ?? "");
}

function findUrlEnd(css: string, parenthesis: number): number {
  for (let at = parenthesis + 1; at < css.length; at += 1) {
    if (css[at] === ")") return at + 1;
    if (css[at] === "\\") at += 1;
  }
  return css.length;
}
