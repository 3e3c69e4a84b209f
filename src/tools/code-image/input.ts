import {
  parseThemeFile,
  type EditorTheme,
  ThemeError,
} from "../../domain/code-image/theme-file.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import { detectLanguage } from "./highlight/detect.ts";
import { detectFileLanguage } from "./highlight/file-names.ts";
import { findLanguage, PLAIN, suggestLanguage } from "./highlight/languages.ts";
import type { Background, CodeImageOptions, LineRange } from "./renderer.ts";
import type { CodeImageInput } from "./schema.ts";

type CodeInput = Input<typeof CodeImageInput>;

/** The language to highlight with, and a suggestion for an unknown name. */
interface ChosenLanguage {
  language: string;
  suggestion?: string | undefined;
}

/**
 * Chooses the language: as named, as detected in the code (`auto`), or by file name. Throws
 * ValidationError for none.
 */
export function chooseLanguage(input: CodeInput): ChosenLanguage {
  checkHasLanguage(input);
  const { code, language, filename } = input;
  if (language === undefined) return { language: detectFileLanguage(filename ?? "", code) };
  if (/^\s*auto\s*$/i.test(language)) return { language: detectLanguage(code) };
  const canonical = findLanguage(language);
  if (canonical !== undefined) return { language: canonical };
  return { language: PLAIN, suggestion: suggestLanguage(language) };
}

/** Throws ValidationError when neither a language nor a file's name is given. */
export function checkHasLanguage({
  language,
  filename,
}: Pick<CodeInput, "language" | "filename">): void {
  if (language !== undefined || filename !== undefined) return;
  throw ValidationError.at(["language"], "is required where filename is not set");
}

/** Parses the file of a theme. Throws ValidationError for one that is not a VS Code theme. */
export function readThemeFile(text: string): EditorTheme {
  try {
    return parseThemeFile(text);
  } catch (error) {
    if (!(error instanceof ThemeError)) throw error;
    throw ValidationError.at(["themeFile"], error.message);
  }
}

/**
 * Converts an input to options. Throws ValidationError for line ranges that end before they begin,
 * and for files that are not themes.
 */
export function toCodeImageOptions(input: CodeInput, language: string): CodeImageOptions {
  const { filename: _filename, title, background, highlightLines, themeFile, ...options } = input;
  return {
    ...options,
    language,
    background: background.toLowerCase() as Background,
    highlightLines: parseLineRanges(highlightLines ?? ""),
    ...(title !== undefined && { title }),
    ...(themeFile !== undefined && { editorTheme: readThemeFile(themeFile) }),
  };
}

/**
 * Parses `3-5,9`, of which the schema has checked the form. Throws ValidationError for ranges that
 * end before they begin.
 */
export function parseLineRanges(text: string): LineRange[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    if (first <= last) return [first, last];
    throw ValidationError.at(
      ["highlightLines"],
      `must not have ranges like ${part.trim()}, which end before they begin`,
    );
  });
}
