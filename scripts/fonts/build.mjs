// Builds the committed fonts of code images and PDFs from npm packages: subset, without hinting,
// compressed by Brotli. Run after an update of a font: `cd scripts/fonts && npm ci && npm run
// build`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { Blob, Face } from "harfbuzzjs";
import fontverter from "fontverter";
import subsetFont from "subset-font";
import { europeanText, hangul, hanAndKana, symbols } from "./characters.mjs";

const { resolve } = createRequire(import.meta.url);
const target = fileURLToPath(new URL("../../fonts/", import.meta.url));

/**
 * The features that put marks on their letters; leaving the rest out also leaves the ligatures out.
 */
const MARKS = ["ccmp", "locl", "mark", "mkmk"];

/** Features for text: kerning, and figures of one width for columns of amounts. */
const TEXT = [...MARKS, "kern", "tnum"];

const inter = (style) => `@expo-google-fonts/inter/${style}/Inter_${style}.ttf`;
const jetbrains = (style) =>
  `@expo-google-fonts/jetbrains-mono/${style}/JetBrainsMono_${style}.ttf`;
const noto = (name) =>
  `@expo-google-fonts/noto-sans-${name.toLowerCase()}/400Regular/NotoSans${name}_400Regular.ttf`;

const FONTS = {
  "inter-regular": { source: inter("400Regular"), characters: europeanText, keepFeatures: TEXT },
  "inter-medium": { source: inter("500Medium"), characters: europeanText, keepFeatures: TEXT },
  "inter-semibold": { source: inter("600SemiBold"), characters: europeanText, keepFeatures: TEXT },
  "inter-bold": { source: inter("700Bold"), characters: europeanText, keepFeatures: TEXT },
  "jetbrains-mono-regular": { source: jetbrains("400Regular"), keepFeatures: MARKS },
  "jetbrains-mono-bold": { source: jetbrains("700Bold"), keepFeatures: MARKS },
  "jetbrains-mono-italic": { source: jetbrains("400Regular_Italic"), keepFeatures: MARKS },
  "jetbrains-mono-bold-italic": { source: jetbrains("700Bold_Italic"), keepFeatures: MARKS },
  "dejavu-sans-mono": { source: "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf", keepFeatures: MARKS },
  "dejavu-sans-symbols": {
    source: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
    characters: symbols,
    keepFeatures: MARKS,
  },
  "noto-sans-sc": { source: noto("SC"), characters: hanAndKana, keepFeatures: MARKS },
  "noto-sans-kr": {
    source: noto("KR"),
    characters: hangul,
    keepFeatures: [...MARKS, "ljmo", "vjmo", "tjmo"],
  },
  "noto-sans-hebrew": { source: noto("Hebrew") },
  "noto-sans-arabic": { source: noto("Arabic") },
  "noto-sans-devanagari": { source: noto("Devanagari") },
  "noto-sans-thai": { source: noto("Thai") },
  twemoji: { source: "twemoji-colr-font/twemoji.woff2" },
};

const LICENSES = {
  inter: "@expo-google-fonts/inter/LICENSE_FONT",
  "jetbrains-mono": "@expo-google-fonts/jetbrains-mono/LICENSE_FONT",
  "dejavu-sans-mono": "dejavu-fonts-ttf/LICENSE",
  "noto-sans-sc-kr": "@expo-google-fonts/noto-sans-sc/LICENSE_FONT",
  "noto-sans": "@expo-google-fonts/noto-sans-arabic/LICENSE_FONT",
  twemoji: "twemoji-colr-font/LICENSE",
};

mkdirSync(target, { recursive: true });
const only = process.argv.slice(2);
for (const [name, font] of Object.entries(FONTS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const packed = compress(await cut(readFileSync(resolve(font.source)), font));
  writeFileSync(`${target}${name}.ttf.br`, packed);
  console.log(`${name}: ${packed.length} bytes`);
}
for (const [name, source] of Object.entries(LICENSES)) {
  const text = readFileSync(resolve(source), "utf8").replace(/[ \t]+$/gm, "");
  writeFileSync(`${target}LICENSE-${name}.txt`, `${text.trimEnd()}\n`);
}

async function cut(original, { source, characters, keepFeatures }) {
  // Copied, because the subsetter would drop the color layers.
  if (source.endsWith(".woff2")) return fontverter.convert(original, "truetype");
  const covered = [...new Face(new Blob(original)).collectUnicodes()];
  const wanted = characters ? covered.filter((code) => characters.has(code)) : covered;
  const options = { targetFormat: "truetype", noHinting: true, keepFeatures };
  return subsetFont(original, String.fromCodePoint(...wanted), options);
}

function compress(font) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(font, {
    params: {
      [BROTLI_PARAM_QUALITY]: 11,
      [BROTLI_PARAM_LGWIN]: 24,
      [BROTLI_PARAM_SIZE_HINT]: font.length,
    },
  });
}
