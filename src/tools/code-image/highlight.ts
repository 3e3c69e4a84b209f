import { readFile } from "node:fs/promises";
import type { GrammarState, HighlighterCore, LanguageRegistration, ThemedToken } from "shiki/core";
import { bundledLanguages, type BundledLanguage } from "shiki/langs";
import { parseColour } from "./colour.ts";
import { PLAIN, resolveLanguage } from "./languages.ts";
import type { Style } from "./layout.ts";
import type { Theme } from "./themes.ts";

/** A piece of a line in one style. */
export interface Span {
  text: string;
  style: Style;
}

/** Past this, a line is drawn plain: it is data, and the slowest input of most grammars. */
const LONGEST_COLOURED_LINE = 1000;

/** Lines that are coloured together: few, so that the first are painted and packed while the next are coloured. */
const LINES_AT_ONCE = 8;

/** Highlighters that are kept ready; past it the one longest unused goes, which bounds the memory. */
const MOST_KEPT = 8;

/** Languages of embedded blocks that one text may bring along. */
const MOST_EMBEDDED = 8;

/** Grammars that a language may bring along for what it embeds. */
const MOST_GRAMMARS = 64;

/** How Org, which the highlighter's own search overlooks, names the language of a block. */
const ORG_BLOCK = /^\s*#\+begin_src\s+(\S+)/gim;

const kept = new Map<string, Promise<HighlighterCore>>();

/**
 * The highlighter of exactly these languages. One for all would colour a block in a Markdown text by whether
 * an earlier text happened to load its language: the same request would not give the same picture.
 */
async function highlighterFor(languages: readonly string[]): Promise<HighlighterCore> {
  const key = languages.join(" ");
  const highlighter = kept.get(key) ?? openHighlighter(languages);
  kept.delete(key);
  kept.set(key, highlighter);
  const [oldest] = kept;
  if (oldest && kept.size > MOST_KEPT) {
    kept.delete(oldest[0]);
    (await oldest[1]).dispose();
  }
  return highlighter;
}

/** Imported late: a worker that draws plain text, perhaps because another just had to be ended, needs none of it. */
async function openHighlighter(languages: readonly string[]): Promise<HighlighterCore> {
  const { createHighlighterCore } = await import("shiki/core");
  const { createOnigurumaEngine } = await import("shiki/engine/oniguruma");
  return createHighlighterCore({
    // Oniguruma, not the JavaScript engine: it is what grammars are written for, and its longest run on
    // hostile text is a seventh of the other's.
    // Its file, not the module that holds it as text: reading that takes ten times as long.
    engine: createOnigurumaEngine(readFile(new URL(import.meta.resolve("shiki/onig.wasm")))),
    langs: await Promise.all(languages.map(grammarsOf)),
    warnings: false,
  });
}

/**
 * A language's grammar, last, after those that it embeds. Org and Typst embed every language there is, which
 * takes two seconds to load: of theirs, only what the text names is taken.
 */
async function grammarsOf(language: string): Promise<LanguageRegistration[]> {
  const grammars = (await bundledLanguages[language as BundledLanguage]()).default;
  if (grammars.length <= MOST_GRAMMARS) return grammars;
  return grammars.slice(-1).map((own) => Object.assign({}, own, { embeddedLangs: [] }));
}

/** The text's language, and those that it names where it embeds others. */
async function languagesOf(code: string, language: string): Promise<string[]> {
  const { guessEmbeddedLanguages } = await import("shiki/core");
  const blocks = Array.from(code.matchAll(ORG_BLOCK), ([, name = ""]) => name);
  const embedded = [...guessEmbeddedLanguages(code, language), ...blocks].map(resolveLanguage);
  const others = new Set(embedded.filter((name) => name !== PLAIN && name !== language));
  return [language, ...[...others].sort().slice(0, MOST_EMBEDDED)];
}

/**
 * Loads what it takes to colour `code`, and gives the function that gives its lines, one by one, in the theme's
 * colours. Loading takes as long as the machine needs; the function may run for minutes on hostile text, and callers
 * put an end to it from outside.
 */
export async function prepareHighlight(
  code: string,
  language: string,
  theme: Theme,
): Promise<() => Iterable<Span[]>> {
  if (language === PLAIN) return () => plain(code, theme);
  const shiki = await highlighterFor(await languagesOf(code, language));
  await shiki.loadTheme(theme.registration);
  const options = {
    lang: language,
    theme: theme.registration.name,
    tokenizeMaxLineLength: LONGEST_COLOURED_LINE,
    // The library's clock would make the colours depend on the machine's speed.
    tokenizeTimeLimit: 0,
  };
  // Most of a grammar's expressions are compiled with the first character: that is a part of loading it.
  shiki.codeToTokensBase("x", options);
  return function* () {
    let state: GrammarState | undefined;
    for (const part of parts(code)) {
      const tokens = shiki.codeToTokensBase(part, {
        ...options,
        ...(state && { grammarState: state }),
      });
      state = shiki.getLastGrammarState(tokens);
      for (const line of tokens) yield inColours(line, theme);
    }
  };
}

/** The text a few lines at a time. */
function* parts(code: string): Iterable<string> {
  const lines = code.split("\n");
  for (let first = 0; first < lines.length; first += LINES_AT_ONCE) {
    yield lines.slice(first, first + LINES_AT_ONCE).join("\n");
  }
}

function inColours(tokens: readonly ThemedToken[], theme: Theme): Span[] {
  return tokens.map(({ content, color, fontStyle = 0 }) => ({
    text: content,
    style: {
      // Lines that were too long to be read have an empty one.
      colour: color ? parseColour(color, theme.window) : theme.text,
      italic: (fontStyle & 1) > 0,
      bold: (fontStyle & 2) > 0,
      underline: (fontStyle & 4) > 0,
      strike: (fontStyle & 8) > 0,
    },
  }));
}

/** The lines of `code` in the theme's text colour. */
function plain(code: string, theme: Theme): Span[][] {
  const style = {
    colour: theme.text,
    italic: false,
    bold: false,
    underline: false,
    strike: false,
  };
  return code.split("\n").map((text) => [{ text, style }]);
}
