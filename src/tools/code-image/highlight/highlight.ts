import { readFile } from "node:fs/promises";
import type { createShikiPrimitive } from "@shikijs/primitive";
import { bundledLanguages, type BundledLanguage } from "shiki/langs";
import type { LanguageRegistration } from "shiki/types";
import { parseColor } from "../raster/color.ts";
import { embeddedLanguages } from "./embedded.ts";
import { PLAIN } from "./languages.ts";
import type { Style } from "../text/layout.ts";
import type { Theme } from "./themes.ts";

/** A piece of a line in one style. */
export interface Span {
  text: string;
  style: Style;
}

/** Past this, a line is drawn plain: it is data, and the slowest input of most grammars. */
const MAX_COLORED_LINE_LENGTH = 1000;

/** Highlighters that are kept ready; past it the one longest unused goes, which bounds the memory. */
const MAX_KEPT = 8;

/** Grammars that a language may bring along for what it embeds. */
const MAX_GRAMMARS = 64;

type Highlighter = ReturnType<typeof createShikiPrimitive>;

/** The library's clock would make the colors depend on the machine's speed. */
const NO_TIME_LIMIT = 0;

const kept = new Map<string, Promise<Highlighter>>();

/**
 * The highlighter of exactly these languages. One for all would color a block in a Markdown text by whether
 * an earlier text happened to load its language: the same request would not give the same picture.
 */
async function highlighterFor(languages: readonly string[]): Promise<Highlighter> {
  const key = languages.join(" ");
  const highlighter = kept.get(key) ?? openHighlighter(languages);
  kept.delete(key);
  kept.set(key, highlighter);
  const [oldest] = kept;
  if (oldest && kept.size > MAX_KEPT) {
    kept.delete(oldest[0]);
    (await oldest[1]).dispose();
  }
  return highlighter;
}

/** Imported late: a worker that draws plain text, perhaps because another just had to be ended, needs none of it. */
async function openHighlighter(languages: readonly string[]): Promise<Highlighter> {
  // Its file, not the module that holds it as text: reading that takes ten times as long.
  const wasm = readFile(new URL(import.meta.resolve("shiki/onig.wasm")));
  const [{ createShikiPrimitive }, engine, langs] = await Promise.all([
    import("@shikijs/primitive"),
    // Oniguruma, not the JavaScript engine: it is what grammars are written for, and its longest run on
    // hostile text is a seventh of the other's.
    import("shiki/engine/oniguruma").then((module) => module.createOnigurumaEngine(wasm)),
    Promise.all(languages.map(grammarsOf)),
  ]);
  return createShikiPrimitive({ engine, langs, warnings: false });
}

/**
 * A language's grammar, last, after those that it embeds. Org and Typst embed every language there is, which
 * takes two seconds to load: of theirs, only what the text names is taken.
 */
async function grammarsOf(language: string): Promise<LanguageRegistration[]> {
  const grammars = (await bundledLanguages[language as BundledLanguage]()).default;
  if (grammars.length <= MAX_GRAMMARS) return grammars;
  return grammars.slice(-1).map((own) => Object.assign({}, own, { embeddedLangs: [] }));
}

/**
 * Loads what it takes to color `code`, and gives the function that gives its lines, one by one, in the theme's
 * colors. Loading takes as long as the machine needs; the function may run for minutes on hostile text, and callers
 * put an end to it from outside.
 */
export async function prepareHighlight(
  code: string,
  language: string,
  theme: Theme,
): Promise<() => Iterable<Span[]>> {
  if (language === PLAIN) return () => plain(code, theme);
  const shiki = await highlighterFor([language, ...embeddedLanguages(code, language)]);
  await shiki.loadTheme(theme.registration);
  const grammar = shiki.getLanguage(language);
  const { colorMap } = shiki.setTheme(theme.registration.name);
  const styles = stylesOf(colorMap, theme);
  // Most of a grammar's expressions are compiled with the first character: that is a part of loading it.
  grammar.tokenizeLine2("x", null, NO_TIME_LIMIT);
  return function* () {
    let state: Parameters<typeof grammar.tokenizeLine2>[1] = null;
    for (const line of code.split("\n")) {
      if (line.length >= MAX_COLORED_LINE_LENGTH) {
        yield [{ text: line, style: plainStyle(theme) }];
      } else if (line === "") yield [];
      else {
        // Another text, in another theme, may have been begun meanwhile.
        shiki.setTheme(theme.registration.name);
        const { tokens, ruleStack } = grammar.tokenizeLine2(line, state, NO_TIME_LIMIT);
        state = ruleStack;
        yield spansOf(line, tokens, styles);
      }
    }
  };
}

/** A grammar's tokens come in pairs: where each starts, and numbers of its color and font packed into one. */
function spansOf(line: string, tokens: Uint32Array, styleOf: (metadata: number) => Style): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; at += 2) {
    const text = line.slice(tokens[at], tokens[at + 2] ?? line.length);
    if (text !== "") spans.push({ text, style: styleOf(tokens[at + 1] ?? 0) });
  }
  return spans;
}

/** Gives the styles that tokens name, as vscode-textmate packs them: four bits of font and nine of color. */
function stylesOf(colors: readonly string[], theme: Theme): (metadata: number) => Style {
  const known = new Map<number, Style>();
  return (metadata) => {
    const key = (metadata >>> 11) & 0x1fff;
    const style = known.get(key) ?? {
      color: parseColor(colors[key >>> 4] ?? "", theme.window),
      italic: (key & 1) > 0,
      bold: (key & 2) > 0,
      underline: (key & 4) > 0,
      strike: (key & 8) > 0,
    };
    known.set(key, style);
    return style;
  };
}

/** The lines of `code` in the theme's text color. */
function plain(code: string, theme: Theme): Span[][] {
  const style = plainStyle(theme);
  return code.split("\n").map((text) => [{ text, style }]);
}

function plainStyle({ text }: Theme): Style {
  return { color: text, italic: false, bold: false, underline: false, strike: false };
}
