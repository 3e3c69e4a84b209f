import type { ThemeRegistration } from "@shikijs/types";
import type { ThemeName } from "../../../domain/code-image/theme-names.ts";
import type { EditorTheme } from "../../../domain/code-image/theme-file.ts";
import { mix, parseColor, type Color } from "../raster/color.ts";
import { CANDY, NORD_LIGHT, type Palette, SUNRISE, toTextMateTheme } from "./palettes.ts";
import { readTheme } from "./packs.ts";

export interface CodeTheme {
  appearance: "dark" | "light";
  window: Color;
  text: Color;
  lineNumber: Color;
  /** A single color, or gradient stops. */
  backdrop: readonly Color[];
  /** Token colors for the highlighter. */
  registration: ThemeRegistration & { name: string };
}

/** Themes that are defined here. */
const PALETTES = { Candy: CANDY, Sunrise: SUNRISE, "Nord Light": NORD_LIGHT } as const;

const PUBLISHED: Record<Exclude<ThemeName, keyof typeof PALETTES>, string> = {
  Dracula: "dracula",
  "GitHub Dark": "github-dark-default",
  "One Dark": "one-dark-pro",
  Monokai: "monokai",
  Nord: "nord",
  Solarized: "solarized-dark",
  "GitHub Light": "github-light-default",
  "One Light": "one-light",
  "Solarized Light": "solarized-light",
  "Catppuccin Mocha": "catppuccin-mocha",
  "Catppuccin Latte": "catppuccin-latte",
  "Tokyo Night": "tokyo-night",
  "Vitesse Dark": "vitesse-dark",
};

const themes = new Map<ThemeName, Promise<CodeTheme>>();

/** Loads a theme; cached for the life of the thread. */
export function loadTheme(name: ThemeName): Promise<CodeTheme> {
  const theme = themes.get(name) ?? createTheme(name);
  themes.set(name, theme);
  return theme;
}

async function createTheme(name: ThemeName): Promise<CodeTheme> {
  if (hasPalette(name)) return convertPalette(PALETTES[name]);
  const theme = await readPublished(PUBLISHED[name]);
  return { ...theme, ...ADJUSTED[name]?.(theme) };
}

/**
 * Corrects colors that are not visible in the published themes: a near-black window on black, and
 * line numbers.
 */
const ADJUSTED: Partial<Record<ThemeName, (theme: CodeTheme) => Partial<CodeTheme>>> = {
  "Vitesse Dark": ({ window, text }) => ({ backdrop: [mix(window, text, 0.16)] }),
  "Tokyo Night": ({ window, text }) => ({ lineNumber: mix(window, text, 0.4) }),
};

function hasPalette(name: ThemeName): name is keyof typeof PALETTES {
  return name in PALETTES;
}

let printTheme: Promise<CodeTheme> | undefined;

/**
 * Returns the theme of code on white paper, loaded once. Its colors have a contrast of at least 4.5
 * to 1.
 */
export function loadPrintTheme(): Promise<CodeTheme> {
  printTheme ??= readPublished("github-light-default");
  return printTheme;
}

async function readPublished(id: string): Promise<CodeTheme> {
  const published = await readTheme(id);
  const registration = id === "monokai" ? removeUnderlines(published) : published;
  return convertRegistration({ ...registration, name: id });
}

/** The name of the caller's theme, the same for all, because highlighters keep every name. */
export const CALLERS_THEME = "callers";

/** Converts a caller's theme, which its parser has checked. */
export function convertEditorTheme({ type, colors, tokenColors }: EditorTheme): CodeTheme {
  const rules = tokenColors.map(({ scope, settings }) => ({ scope: [...scope], settings }));
  return convertRegistration({
    name: CALLERS_THEME,
    type,
    colors: { ...colors },
    tokenColors: rules,
  });
}

function convertRegistration(registration: CodeTheme["registration"]): CodeTheme {
  const { colors = {}, type } = registration;
  const window = parseColor(colors["editor.background"] ?? "#000");
  const text = parseColor(colors["editor.foreground"] ?? "#fff", window);
  const lineNumber = colors["editorLineNumber.foreground"];
  const appearance = type === "light" ? "light" : "dark";
  return {
    appearance,
    window,
    text,
    lineNumber: lineNumber ? parseColor(lineNumber, window) : mix(window, text, 0.4),
    backdrop: [appearance === "light" ? mix(window, text, 0.2) : mix(window, 0, 0.35)],
    registration,
  };
}

/** Removes Monokai's underlines of types and classes, because in an image they look like errors. */
function removeUnderlines(theme: ThemeRegistration): ThemeRegistration {
  const tokenColors = theme.tokenColors?.map((rule) => ({
    ...rule,
    settings: {
      ...rule.settings,
      ...(rule.settings.fontStyle !== undefined && {
        fontStyle: rule.settings.fontStyle.replace("underline", "").trim(),
      }),
    },
  }));
  return { ...theme, ...(tokenColors && { tokenColors }) };
}

function convertPalette(palette: Palette): CodeTheme {
  const window = parseColor(palette.window);
  const text = parseColor(palette.text);
  return {
    appearance: palette.appearance,
    window,
    text,
    lineNumber: mix(window, text, 0.4),
    backdrop: palette.backdrop.map((color) => parseColor(color)),
    registration: toTextMateTheme(palette),
  };
}
