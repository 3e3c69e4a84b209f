/** A part of code that has one color; without a kind it has the color of the text. */
export interface Token {
  kind: "comment" | "member" | "string" | "number" | "keyword" | "flag" | undefined;
  text: string;
}

/** Longest code that is colored, because long strings, such as images, make no sense in colors. */
const MAX_COLORED = 20_000;

const KINDS = ["comment", "member", "string", "flag", "number", "keyword"] as const;

/**
 * One group for each kind, in the same order. Good for the samples of this site, not for any
 * language.
 */
const PATTERN = new RegExp(
  [
    /((?<=^|\s)(?:#|\/\/) .*)/,
    /("(?:[^"\\\n]|\\.)*"(?=\s*:)|\b[\w-]+(?=: (?!\/)))/,
    /("(?:[^"\\\n]|\\.)*"|'(?![[{]\n)(?:[^'\\]|\\.|'\\'')*')/,
    /((?<=\s)--?[A-Za-z][\w-]*)/,
    /((?<![\w.#%-])-?\d+(?:\.\d+)?(?![\w.%-]))/,
    /((?<![\w.$/-])(?:const|let|await|if|not|throw|new|import|from|export|return|as|with|for|in|of|while|do|end|unless|func|var|defer|package|using|foreach|require|raise|abort|echo|curl|sundry|npm|true|false|null|nil|True|False|None)\b)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

export function tokenize(code: string): Token[] {
  if (code.length > MAX_COLORED) return [{ kind: undefined, text: code }];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > end) tokens.push({ kind: undefined, text: code.slice(end, match.index) });
    const group = match.slice(1).findIndex((text) => text !== undefined);
    tokens.push({ kind: KINDS[group], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: undefined, text: code.slice(end) });
  return tokens;
}
