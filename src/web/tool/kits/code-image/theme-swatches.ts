import type { CodeKind } from "./code-tokens.ts";

/** The colors by which a theme is recognized. A test compares them with the themes themselves. */
export interface Swatch {
  name: string;
  /** Around the window: a color, or the stops of a gradient. */
  backdrop: readonly string[];
  window: string;
  text: string;
  tokens: Readonly<Record<CodeKind, string>>;
}

type Colors = [
  backdrop: string,
  window: string,
  text: string,
  keyword: string,
  string: string,
  comment: string,
  name: string,
  number: string,
];

const DARK: Readonly<Record<string, Colors>> = {
  Dracula: ["#1a1b23", "#282a36", "#f8f8f2", "#ff79c6", "#f1fa8c", "#6272a4", "#50fa7b", "#bd93f9"],
  "GitHub Dark": [
    "#080b0f",
    "#0d1117",
    "#e6edf3",
    "#ff7b72",
    "#a5d6ff",
    "#8b949e",
    "#d2a8ff",
    "#79c0ff",
  ],
  "One Dark": [
    "#1a1d22",
    "#282c34",
    "#abb2bf",
    "#c678dd",
    "#98c379",
    "#7f848e",
    "#61afef",
    "#d19a66",
  ],
  Monokai: ["#191a16", "#272822", "#f8f8f2", "#f92672", "#e6db74", "#88846f", "#a6e22e", "#ae81ff"],
  Nord: ["#1e222a", "#2e3440", "#d8dee9", "#81a1c1", "#a3be8c", "#616e88", "#88c0d0", "#b48ead"],
  Solarized: [
    "#001c23",
    "#002b36",
    "#839496",
    "#859900",
    "#2aa198",
    "#586e75",
    "#268bd2",
    "#d33682",
  ],
  Candy: [
    "#ff9bd2 #b794ff #7cc8ff",
    "#2a1b3d",
    "#fbeffc",
    "#ff86c2",
    "#ffe08a",
    "#a48cba",
    "#8ff0c0",
    "#8fd6ff",
  ],
  Sunrise: [
    "#ffd27a #ff8e6e #c95d9b",
    "#2b1c22",
    "#fff1e4",
    "#ff9a5c",
    "#ffd58a",
    "#a98b83",
    "#ffe36e",
    "#ff9fb0",
  ],
  "Catppuccin Mocha": [
    "#14141e",
    "#1e1e2e",
    "#cdd6f4",
    "#cba6f7",
    "#a6e3a1",
    "#9399b2",
    "#89b4fa",
    "#fab387",
  ],
  "Tokyo Night": [
    "#111219",
    "#1a1b26",
    "#a9b1d6",
    "#bb9af7",
    "#9ece6a",
    "#51597d",
    "#7aa2f7",
    "#ff9e64",
  ],
  "Vitesse Dark": [
    "#302f2e",
    "#121212",
    "#cecabe",
    "#4d9375",
    "#c98a7d",
    "#758575",
    "#80a665",
    "#4c9a91",
  ],
};

const LIGHT: Readonly<Record<string, Colors>> = {
  "GitHub Light": [
    "#d2d3d4",
    "#ffffff",
    "#1f2328",
    "#cf222e",
    "#0a3069",
    "#6e7781",
    "#8250df",
    "#0550ae",
  ],
  "One Light": [
    "#d3d4d5",
    "#fafafa",
    "#383a42",
    "#a626a4",
    "#50a14f",
    "#a0a1a7",
    "#4078f2",
    "#986801",
  ],
  "Solarized Light": [
    "#dfddd0",
    "#fdf6e3",
    "#657b83",
    "#859900",
    "#2aa198",
    "#93a1a1",
    "#268bd2",
    "#d33682",
  ],
  "Nord Light": [
    "#c3cedd",
    "#eceff4",
    "#2e3440",
    "#3b6ea8",
    "#43783f",
    "#5c687e",
    "#1f6f80",
    "#8f3f71",
  ],
  "Catppuccin Latte": [
    "#ced1d9",
    "#eff1f5",
    "#4c4f69",
    "#8839ef",
    "#40a02b",
    "#7c7f93",
    "#1e66f5",
    "#fe640b",
  ],
};

const toSwatch = ([name, [backdrop, window, text, keyword, string, comment, call, number]]: [
  string,
  Colors,
]): Swatch => ({
  name,
  backdrop: backdrop.split(" "),
  window,
  text,
  tokens: { keyword, string, comment, call, number },
});

/** The themes by appearance, in the order of the API. */
export const SWATCHES: readonly { title: string; swatches: readonly Swatch[] }[] = [
  { title: "Dark", swatches: Object.entries(DARK).map(toSwatch) },
  { title: "Light", swatches: Object.entries(LIGHT).map(toSwatch) },
];
