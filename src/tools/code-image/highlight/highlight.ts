import type { createShikiPrimitive } from "@shikijs/primitive";
import { parseColor } from "../raster/color.ts";
import { findEmbeddedLanguages } from "./embedded.ts";
import { PLAIN } from "./languages.ts";
import { readGrammars, readOniguruma } from "./packs.ts";
import type { Style, StyledText } from "../text/styled-text.ts";
import { CALLERS_THEME, type CodeTheme } from "./themes.ts";

/**
 * Longer lines are not highlighted, because they are usually data and the slowest input of most
 * grammars.
 */
const MAX_COLORED_LINE_LENGTH = 1000;

/** Cached highlighters; the least recently used one is disposed beyond it to bound memory. */
const MAX_CACHED_HIGHLIGHTERS = 8;

type ShikiHighlighter = ReturnType<typeof createShikiPrimitive>;

/** Disables the library's time limit, which would make the colors depend on the machine's speed. */
const NO_TIME_LIMIT = 0;

const highlighters = new Map<string, Promise<ShikiHighlighter>>();

/**
 * Returns the highlighter for exactly these languages. A shared one would highlight embedded blocks
 * depending on which languages earlier requests loaded, so the same request could give different
 * images.
 */
async function getHighlighter(languages: readonly string[]): Promise<ShikiHighlighter> {
  const key = languages.join(" ");
  const highlighter = highlighters.get(key) ?? createHighlighter(languages);
  highlighters.delete(key);
  highlighters.set(key, highlighter);
  const [oldest] = highlighters;
  if (oldest && highlighters.size > MAX_CACHED_HIGHLIGHTERS) {
    highlighters.delete(oldest[0]);
    (await oldest[1]).dispose();
  }
  return highlighter;
}

/**
 * Imports Shiki on first use, because a worker that draws plain text after a timeout does not need
 * it.
 */
async function createHighlighter(languages: readonly string[]): Promise<ShikiHighlighter> {
  const wasm = readOniguruma();
  const [{ createShikiPrimitive }, engine, langs] = await Promise.all([
    import("@shikijs/primitive"),
    // Oniguruma instead of the JavaScript engine: grammars are written for it, and its worst case
    // on hostile text is seven times shorter.
    import("@shikijs/engine-oniguruma").then((module) => module.createOnigurumaEngine(wasm)),
    Promise.all(languages.map(readGrammars)),
  ]);
  return createShikiPrimitive({ engine, langs, warnings: false });
}

/**
 * Loads grammar and theme, and returns a function that yields the highlighted lines of `code`. The
 * function can run for minutes on hostile text; callers must be able to terminate its thread.
 */
export async function prepareHighlight(
  code: string,
  language: string,
  theme: CodeTheme,
): Promise<() => Iterable<StyledText[]>> {
  if (language === PLAIN) return () => toPlainLines(code, theme);
  const shiki = await getHighlighter([language, ...findEmbeddedLanguages(code, language)]);
  await shiki.loadTheme(theme.registration);
  // A highlighter does not set a theme again that has the name of the last one.
  if (theme.registration.name === CALLERS_THEME) shiki.setTheme("none");
  const grammar = shiki.getLanguage(language);
  const { colorMap } = shiki.setTheme(theme.registration.name);
  const styles = createStyleLookup(colorMap, theme);
  // Tokenizing one character compiles most of the grammar, so that this counts as loading.
  grammar.tokenizeLine2("x", null, NO_TIME_LIMIT);
  return function* () {
    let state: Parameters<typeof grammar.tokenizeLine2>[1] = null;
    for (const line of code.split("\n")) {
      if (line.length >= MAX_COLORED_LINE_LENGTH) {
        yield [{ text: line, style: createPlainStyle(theme) }];
      } else if (line === "") yield [];
      else {
        // Set again, because another request may have set its theme since the last line.
        shiki.setTheme(theme.registration.name);
        const { tokens, ruleStack } = grammar.tokenizeLine2(line, state, NO_TIME_LIMIT);
        state = ruleStack;
        yield toStyledText(line, tokens, styles);
      }
    }
  };
}

/** Converts tokens, which come in pairs of start offset and packed metadata, to styled text. */
function toStyledText(
  line: string,
  tokens: Uint32Array,
  getStyle: (metadata: number) => Style,
): StyledText[] {
  const spans: StyledText[] = [];
  for (let at = 0; at < tokens.length; at += 2) {
    const text = line.slice(tokens[at], tokens[at + 2] ?? line.length);
    if (text !== "") spans.push({ text, style: getStyle(tokens[at + 1] ?? 0) });
  }
  return spans;
}

/**
 * Creates a decoder of token metadata: vscode-textmate packs four bits of font style and nine of
 * color.
 */
function createStyleLookup(
  colors: readonly string[],
  theme: CodeTheme,
): (metadata: number) => Style {
  const styles = new Map<number, Style>();
  return (metadata) => {
    const key = (metadata >>> 11) & 0x1fff;
    const style = styles.get(key) ?? {
      color: parseColor(colors[key >>> 4] ?? "", theme.window),
      italic: (key & 1) > 0,
      bold: (key & 2) > 0,
      underline: (key & 4) > 0,
      strike: (key & 8) > 0,
    };
    styles.set(key, style);
    return style;
  };
}

/** Returns the lines of `code` in the theme's text color. */
function toPlainLines(code: string, theme: CodeTheme): StyledText[][] {
  const style = createPlainStyle(theme);
  return code.split("\n").map((text) => [{ text, style }]);
}

function createPlainStyle({ text }: CodeTheme): Style {
  return { color: text, italic: false, bold: false, underline: false, strike: false };
}
