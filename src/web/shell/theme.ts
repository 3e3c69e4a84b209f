/** The color schemes that people can choose; `system` follows the operating system. */
export type Theme = "system" | "light" | "dark";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/**
 * Name of the cookie, which lets the server send pages in the chosen scheme, without a flash of the
 * other.
 */
const THEME_COOKIE = "sundry-theme";

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** Returns the theme in a `Cookie` header. */
export function readTheme(cookies: string | undefined): Theme {
  const [, name = ""] =
    new RegExp(`(?:^|;\\s*)${THEME_COOKIE}=(light|dark)`).exec(cookies ?? "") ?? [];
  return name === "light" || name === "dark" ? name : "system";
}

/** Switches the page to a theme, and remembers it for all pages. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  const path = `${dataset["base"] ?? ""}/`;
  const age = theme === "system" ? 0 : MAX_AGE_SECONDS;
  document.cookie = `${THEME_COOKIE}=${theme}; Path=${path}; Max-Age=${age}; SameSite=Lax`;
  const button = document.querySelector("#theme");
  button?.setAttribute("aria-label", formatThemeLabel(theme));
}

/** Returns the accessible name of the button that switches themes. */
export function formatThemeLabel(theme: Theme): string {
  return `Theme: ${theme}`;
}

export function switchTheme(): void {
  const now = (document.documentElement.dataset["theme"] ?? "system") as Theme;
  setTheme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "system");
}
