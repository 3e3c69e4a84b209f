/** A piece of a style sheet or of a block. What stands inside is text until somebody reads it. */
export type CssNode =
  | { type: "declaration"; name: string; value: string; important: boolean }
  | { type: "rule"; prelude: string; block: string }
  | { type: "at-rule"; name: string; prelude: string; block: string | undefined };

/**
 * The items of a style sheet (`top`) or of what stands between a block's braces (CSS Syntax 3, section 5.5).
 * Takes any text, in time that grows with its length.
 */
export function parseBlockContents(css: string, top = false): CssNode[] {
  const text: Text = { css, top, items: [] };
  for (let at = skipTrivia(css, 0, top); at < css.length; at = skipTrivia(css, at, top)) {
    at = css[at] === "@" ? readAtRule(text, at) : readRule(text, at);
  }
  return text.items;
}

/** What is read, and the items found in it so far. */
interface Text {
  css: string;
  top: boolean;
  items: CssNode[];
}

function readAtRule({ css, items }: Text, start: number): number {
  const name = /@([-\w]*)/y;
  name.lastIndex = start;
  const [whole = "@", word = ""] = name.exec(css) ?? [];
  const end = indexOfTopLevel(css, start + whole.length, ";{");
  const prelude = withoutComments(css.slice(start + whole.length, end));
  const close = css[end] === "{" ? indexOfTopLevel(css, end + 1, "}") : end;
  const block = css[end] === "{" ? css.slice(end + 1, close) : undefined;
  items.push({ type: "at-rule", name: word.toLowerCase(), prelude, block });
  return close + 1;
}

/** A rule or a declaration: which of both shows where it ends. */
function readRule({ css, top, items }: Text, start: number): number {
  // Only custom properties hold braces.
  const end = indexOfTopLevel(css, start, top ? "{" : isCustomProperty(css, start) ? ";" : ";{");
  if (css[end] !== "{") {
    if (!top) addDeclaration(css.slice(start, end), items);
    return end + 1;
  }
  const close = indexOfTopLevel(css, end + 1, "}");
  const prelude = withoutComments(css.slice(start, end));
  items.push({ type: "rule", prelude, block: css.slice(end + 1, close) });
  return close + 1;
}

function isCustomProperty(css: string, start: number): boolean {
  if (!css.startsWith("--", start)) return false;
  const name = /[^\s:;{}]*\s*:/y;
  name.lastIndex = start;
  return name.test(css);
}

function addDeclaration(text: string, items: CssNode[]): void {
  const colon = text.indexOf(":");
  if (colon < 0) return;
  const written = withoutComments(text.slice(0, colon));
  const value = withoutComments(text.slice(colon + 1));
  const important = value.includes("!") && /!\s*important$/i.test(value);
  items.push({
    type: "declaration",
    name: written.startsWith("--") ? written : written.toLowerCase(),
    value: important ? value.slice(0, value.lastIndexOf("!")).trimEnd() : value,
    important,
  });
}

/**
 * A comment; strings and bare addresses come first, since nothing in them is one. Those that are not closed count
 * too: to look for their end again from each of their characters would take the square of their length.
 */
const COMMENT =
  /("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|url\(\s*[^"'\s)][^)]*\)?)|\/\*[^]*?(?:\*\/|$)/gis;

function withoutComments(text: string): string {
  return (text.includes("/*") ? text.replace(COMMENT, (_whole, kept = " ") => kept) : text).trim();
}

/** Where the next item begins. Above all rules stand also the comment marks of old HTML. */
function skipTrivia(css: string, from: number, top: boolean): number {
  for (let at = from; ;) {
    const code = css.charCodeAt(at);
    if (isSpace(code) || (!top && code === SEMICOLON)) at += 1;
    else if (css.startsWith("/*", at)) at = endOfComment(css, at);
    else if (top && css.startsWith("<!--", at)) at += 4;
    else if (top && css.startsWith("-->", at)) at += 3;
    else return at;
  }
}

const SEMICOLON = 59;

/** Space, tab and the ends of lines and pages. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** 1 for the characters that mean something by themselves, by code. */
const SPECIAL = Uint8Array.from({ length: 128 }, (_, code) =>
  `"'/\\()[]{};`.includes(String.fromCharCode(code)) ? 1 : 0,
);
const CLOSERS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Where one of `stops` stands outside strings, comments and brackets; the length of the text where none does. */
function indexOfTopLevel(css: string, from: number, stops: string): number {
  const open: string[] = [];
  for (let at = from; at < css.length;) {
    const code = css.charCodeAt(at);
    if (code > 127 || SPECIAL[code] === 0) {
      at += 1;
      continue;
    }
    const char = css[at] ?? "";
    if (open.length === 0 && stops.includes(char)) return at;
    if (char === '"' || char === "'") at = endOfString(css, at);
    else if (char === "/" && css[at + 1] === "*") at = endOfComment(css, at);
    else if (char === "(" && isUrl(css, at)) at = endOfUrl(css, at);
    else {
      const closer = CLOSERS[char];
      if (closer !== undefined) open.push(closer);
      else if (open.at(-1) === char) open.pop();
      at += char === "\\" ? 2 : 1;
    }
  }
  return css.length;
}

function endOfComment(css: string, start: number): number {
  const end = css.indexOf("*/", start + 2);
  return end < 0 ? css.length : end + 2;
}

/** A string ends at its quote, and a broken one at the end of its line. */
function endOfString(css: string, start: number): number {
  const quote = css[start];
  for (let at = start + 1; at < css.length; at += 1) {
    const char = css[at];
    if (char === quote || char === "\n") return at + 1;
    if (char === "\\") at += 1;
  }
  return css.length;
}

/** Whether the parenthesis opens an address without quotes, in which neither quotes nor comments mean anything. */
function isUrl(css: string, parenthesis: number): boolean {
  if (css.slice(parenthesis - 3, parenthesis).toLowerCase() !== "url") return false;
  const first = /\s*(.?)/sy;
  first.lastIndex = parenthesis + 1;
  return !/["']/.test(first.exec(css)?.[1] ?? "");
}

function endOfUrl(css: string, parenthesis: number): number {
  for (let at = parenthesis + 1; at < css.length; at += 1) {
    if (css[at] === ")") return at + 1;
    if (css[at] === "\\") at += 1;
  }
  return css.length;
}
