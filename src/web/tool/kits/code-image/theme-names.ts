/**
 * The themes by appearance, in the order of the API. Their colors are in
 * `styles/tools/code-themes.css`.
 */
export const THEME_GROUPS: readonly { title: string; names: readonly string[] }[] = [
  {
    title: "Dark",
    names: [
      "Dracula",
      "GitHub Dark",
      "One Dark",
      "Monokai",
      "Nord",
      "Solarized",
      "Candy",
      "Sunrise",
      "Catppuccin Mocha",
      "Tokyo Night",
      "Vitesse Dark",
    ],
  },
  {
    title: "Light",
    names: ["GitHub Light", "One Light", "Solarized Light", "Nord Light", "Catppuccin Latte"],
  },
];
