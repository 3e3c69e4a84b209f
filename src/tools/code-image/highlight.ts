import type { HighlighterCore } from "shiki/core";
import { createHighlighterCore } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, type BundledLanguage } from "shiki/langs";
import { parseColour } from "./colour.ts";
import { PLAIN } from "./languages.ts";
import type { Style } from "./layout.ts";
import type { Theme } from "./themes.ts";

/** A piece of a line in one style. */
export interface Span {
  text: string;
  style: Style;
}

/** Past this, a line is drawn plain: it is data, and the slowest input of most grammars. */
const LONGEST_COLOURED_LINE = 1000;

let highlighter: Promise<HighlighterCore> | undefined;

function openHighlighter(): Promise<HighlighterCore> {
  // Oniguruma, not the faster JavaScript engine: it is what grammars are written for, and its
  // longest run on hostile text is a seventh of the other's.
  highlighter ??= createHighlighterCore({ engine: createOnigurumaEngine(import("shiki/wasm")) });
  return highlighter;
}

/**
 * The lines of `code` in a theme's colours. A grammar is loaded when it is first asked for. May run for
 * minutes on hostile text: callers put an end to it from outside.
 */
export async function highlight(code: string, language: string, theme: Theme): Promise<Span[][]> {
  if (language === PLAIN) return plain(code, theme);
  const shiki = await openHighlighter();
  await Promise.all([
    shiki.loadTheme(theme.registration),
    shiki.loadLanguage(bundledLanguages[language as BundledLanguage]),
  ]);
  const lines = shiki.codeToTokensBase(code, {
    lang: language,
    theme: theme.registration.name,
    tokenizeMaxLineLength: LONGEST_COLOURED_LINE,
    // The library's clock would make the colours depend on the machine's speed.
    tokenizeTimeLimit: 0,
  });
  return lines.map((tokens) =>
    tokens.map(({ content, color, fontStyle = 0 }) => ({
      text: content,
      style: {
        colour: color === undefined ? theme.text : parseColour(color, theme.window),
        italic: (fontStyle & 1) > 0,
        bold: (fontStyle & 2) > 0,
        underline: (fontStyle & 4) > 0,
        strike: (fontStyle & 8) > 0,
      },
    })),
  );
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
