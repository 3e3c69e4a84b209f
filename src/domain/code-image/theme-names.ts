/** The themes of code images in the order of the API, with the appearance of each. */
export const THEMES = {
  Dracula: "dark",
  "GitHub Dark": "dark",
  "One Dark": "dark",
  Monokai: "dark",
  Nord: "dark",
  Solarized: "dark",
  Candy: "dark",
  Sunrise: "dark",
  "GitHub Light": "light",
  "One Light": "light",
  "Solarized Light": "light",
  "Nord Light": "light",
  "Catppuccin Mocha": "dark",
  "Catppuccin Latte": "light",
  "Tokyo Night": "dark",
  "Vitesse Dark": "dark",
} as const;

export type ThemeName = keyof typeof THEMES;

export const THEME_NAMES = Object.keys(THEMES) as ThemeName[];
