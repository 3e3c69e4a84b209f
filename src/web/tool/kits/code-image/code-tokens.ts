/** The parts of code that have a color. */
export type CodeKind = "keyword" | "string" | "comment" | "call" | "number";

/** A part of code; without a kind it has the color of the text. */
export interface CodeToken {
  kind?: CodeKind;
  text: string;
}

const KINDS: readonly CodeKind[] = ["comment", "string", "number", "keyword", "call"];

/**
 * Words of the most used languages. One that is a name elsewhere is colored there, too: the picture
 * is exact.
 */
const KEYWORDS =
  "abstract and as async await begin break case catch class const continue def default defer delete do elif else end enum export extends false fn for foreach from func function go goto if impl implements import in instanceof interface is let loop match module mut namespace new nil none not null of or package private protected pub public return select self static struct super switch then this throw true try type typeof undefined use using var void when where while with yield " +
  "bool boolean double float int integer str string " +
  "alter create from group having inner insert into join left limit order select set table update values";

/** One group for each kind, in the same order. */
const PATTERN = new RegExp(
  [
    String.raw`(\/\*[^]*?(?:\*\/|$)|<!--[^]*?(?:-->|$)|(?<![:\w])\/\/.*|(?<=^|\s)#(?![\da-fA-F]{3,8}\b)(?!include|define|if|endif).*|(?<=^|\s)-- .*)`,
    String.raw`("""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}?)`,
    String.raw`((?<![\w.])(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d+)?)(?!\w))`,
    String.raw`((?<![\w.$-])(?:${KEYWORDS.replaceAll(" ", "|")})(?![\w-]))`,
    String.raw`([A-Za-z_$][\w$]*(?=\())`,
  ].join("|"),
  "gim",
);

/** Splits code of any language into tokens, without a grammar: for colors during typing. */
export function tokenizeCode(code: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) });
    const kind = KINDS[match.slice(1).findIndex((text) => text !== undefined)];
    tokens.push({ ...(kind && { kind }), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ text: code.slice(end) });
  return tokens;
}
