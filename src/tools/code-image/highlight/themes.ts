import type { ThemeRegistration } from "shiki/types";
import type { BundledTheme } from "shiki/themes";
import { mix, parseColor, type Color } from "../raster/color.ts";
import { CANDY, SUNRISE, textMateTheme } from "./palettes.ts";

/** Theme names of the API. */
export const THEME_NAMES = [
  "Dracula",
  "GitHub Dark",
  "One Dark",
  "Monokai",
  "Nord",
  "Solarized",
  "Candy",
  "Sunrise",
] as const;

export type ThemeName = (typeof THEME_NAMES)[number];

/** Colors of an image. */
export interface Theme {
  window: Color;
  text: Color;
  lineNumber: Color;
  /** A single color, or gradient stops. */
  backdrop: readonly Color[];
  /** Token colors for the highlighter. */
  registration: ThemeRegistration & { name: string };
}

const PUBLISHED: Record<Exclude<ThemeName, "Candy" | "Sunrise">, BundledTheme> = {
  Dracula: "dracula",
  "GitHub Dark": "github-dark-default",
  "One Dark": "one-dark-pro",
  Monokai: "monokai",
  Nord: "nord",
  Solarized: "solarized-dark",
};

const themes = new Map<ThemeName, Promise<Theme>>();

/** Loads a theme; cached for the life of the thread. */
export function loadTheme(name: ThemeName): Promise<Theme> {
  const theme = themes.get(name) ?? createTheme(name);
  themes.set(name, theme);
  return theme;
}

async function createTheme(name: ThemeName): Promise<Theme> {
  if (name === "Candy") return fromPalette(CANDY);
  if (name === "Sunrise") return fromPalette(SUNRISE);
  return readPublished(PUBLISHED[name]);
}

let printTheme: Promise<Theme> | undefined;

/** Returns the theme of code on white paper, loaded once. Its colors have a contrast of at least 4.5 to 1. */
export function loadPrintTheme(): Promise<Theme> {
  printTheme ??= readPublished("github-light-default");
  return printTheme;
}

async function readPublished(id: BundledTheme): Promise<Theme> {
  // Imported on first use, because the tool definition only needs the names and is loaded at every start.
  const { bundledThemes } = await import("shiki/themes");
  const published = (await bundledThemes[id]()).default;
  const registration = id === "monokai" ? removeUnderlines(published) : published;
  const colors = published.colors ?? {};
  const window = parseColor(colors["editor.background"] ?? "#000");
  const text = parseColor(colors["editor.foreground"] ?? "#fff", window);
  const lineNumber = colors["editorLineNumber.foreground"];
  return {
    window,
    text,
    lineNumber: lineNumber ? parseColor(lineNumber, window) : mix(window, text, 0.4),
    backdrop: [mix(window, 0, 0.35)],
    registration: { ...registration, name: id },
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

function fromPalette(palette: typeof CANDY): Theme {
  const window = parseColor(palette.window);
  const text = parseColor(palette.text);
  return {
    window,
    text,
    lineNumber: mix(window, text, 0.4),
    backdrop: palette.backdrop.map((color) => parseColor(color)),
    registration: textMateTheme(palette),
  };
}
