// Packs the committed grammars and themes of code images from Shiki's packages, because a start
// would otherwise install and bundle 17 MB of them. Run it after an update of Shiki: cd
// scripts/grammars && npm ci && npm run build
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import { bundledThemes } from "shiki/themes";

const target = fileURLToPath(new URL("../../grammars/", import.meta.url));
const names = new URL("../../src/tools/code-image/highlight/grammars.ts", import.meta.url);

/** Published themes of code images and documents. */
const THEMES = [
  "catppuccin-latte",
  "catppuccin-mocha",
  "dracula",
  "github-dark-default",
  "github-light-default",
  "monokai",
  "nord",
  "one-dark-pro",
  "one-light",
  "solarized-dark",
  "solarized-light",
  "tokyo-night",
  "vitesse-dark",
];

/**
 * Grammars of one family share most of their rules or embed one another, so they are packed
 * together.
 */
const FAMILIES = {
  c: /^(apex|c|cpp|cpp-macro|csharp|d|glsl|hlsl|java|kotlin|objective.*|swift|wgsl)$/,
  lisp: /^(cobol|common-lisp|emacs-lisp|fortran.*|racket|scheme|stata|wolfram)$/,
  web: /^(angular.*|astro|blade|coffee|css|edge|erb|hack|html.*|imba|javascript|jinja.*|json.*|jsx|less|liquid|mdx?c?|php|postcss|pug|sass|scss|stylus|svelte|tsx|twig|typescript|vue.*)$/,
};

/**
 * A language with more grammars embeds nearly every other, which takes two seconds to load. So it
 * is packed alone, and its reader loads the languages that a text names.
 */
const MAX_GRAMMARS = 64;

const grammars = new Map();
const languages = {};
for (const { id } of bundledLanguagesInfo) {
  const { default: all } = await bundledLanguages[id]();
  const main = all.at(-1);
  const isAlone = all.length > MAX_GRAMMARS;
  // Replaces the grammar, because it may already be packed with its embedded ones as part of
  // another language.
  for (const grammar of all) if (!grammars.has(grammar.name)) grammars.set(grammar.name, grammar);
  if (isAlone) grammars.set(main.name, Object.assign({}, main, { embeddedLangs: [] }));
  const parts = isAlone ? [main.name] : all.map(({ name }) => name);
  if (parts.join() !== id) languages[id] = parts;
}

mkdirSync(target, { recursive: true });
const packs = {};
for (const name of [...grammars.keys()].sort((a, b) => (a < b ? -1 : 1)))
  (packs[getFamily(name)] ??= []).push(name);
for (const [family, members] of Object.entries(packs)) {
  pack(
    family,
    members.map((name) => grammars.get(name)),
  );
}
const themes = await Promise.all(THEMES.map(async (id) => (await bundledThemes[id]()).default));
pack("themes", themes);
packs.themes = THEMES;
writeFileSync(`${target}index.json`, `${JSON.stringify({ packs, languages })}\n`);
const wasm = createRequire(import.meta.url).resolve("shiki/onig.wasm");
compress("onig.wasm", readFileSync(wasm), constants.BROTLI_MODE_GENERIC);
writeNames();

function getFamily(name) {
  return Object.keys(FAMILIES).find((family) => FAMILIES[family].test(name)) ?? "other";
}

/** Writes one line of ASCII per grammar, because reading ASCII is fastest. */
function pack(name, members) {
  const lines = members.map((member) =>
    JSON.stringify(member).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
  compress(`${name}.jsonl`, Buffer.from(lines.join("\n"), "latin1"), constants.BROTLI_MODE_TEXT);
}

function compress(name, bytes, mode) {
  const params = {
    [constants.BROTLI_PARAM_MODE]: mode,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  const packed = brotliCompressSync(bytes, { params });
  writeFileSync(`${target}${name}.br`, packed);
  process.stdout.write(`${name}: ${bytes.length} to ${packed.length} bytes\n`);
}

/**
 * Writes the names that code images know: reading the index would cost every start, and importing
 * Shiki's list more.
 */
function writeNames() {
  const lines = bundledLanguagesInfo.map(({ id, aliases = [] }) => [id, ...aliases].join(" "));
  const source = `/** The bundled grammars, each on a line: its name, then its aliases. Written by \`scripts/grammars/build.mjs\`. */
export const GRAMMARS = \`
${lines.sort().join("\n")}
\`;
`;
  writeFileSync(names, source);
}
