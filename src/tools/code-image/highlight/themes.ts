import type { ThemeRegistration } from "shiki/types";
import type { BundledTheme } from "shiki/themes";
import { mix, parseColor, type Color } from "../raster/color.ts";
import { CANDY, SUNRISE, textMateTheme } from "./palettes.ts";

/** The themes by the names that callers use. */
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

/** The name of a theme. */
export type ThemeName = (typeof THEME_NAMES)[number];

/** The colors of a picture. */
export interface Theme {
  window: Color;
  text: Color;
  lineNumber: Color;
  /** One color, or the stops of a gradient. */
  backdrop: readonly Color[];
  /** What the highlighter colors by. */
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

const loaded = new Map<ThemeName, Promise<Theme>>();

/** A theme, read once. */
export function loadTheme(name: ThemeName): Promise<Theme> {
  const theme = loaded.get(name) ?? readTheme(name);
  loaded.set(name, theme);
  return theme;
}

async function readTheme(name: ThemeName): Promise<Theme> {
  if (name === "Candy") return ownTheme(CANDY);
  if (name === "Sunrise") return ownTheme(SUNRISE);
  const id = PUBLISHED[name];
  // Imported late: the card, which only needs the themes' names, is read at every start.
  const { bundledThemes } = await import("shiki/themes");
  const published = (await bundledThemes[id]()).default;
  const registration = name === "Monokai" ? withoutUnderlines(published) : published;
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

/** Monokai underlines every type and class, which in a picture reads as an error. */
function withoutUnderlines(theme: ThemeRegistration): ThemeRegistration {
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

function ownTheme(palette: typeof CANDY): Theme {
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
