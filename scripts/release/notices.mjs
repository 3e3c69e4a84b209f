// Writes THIRD-PARTY-NOTICES.txt: the licenses of everything that is bundled or shipped. Run it
// after adding a package, a font or a list; a test compares the file with the contents of the
// bundle.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../root.mjs";
import { listEmbedded } from "./embedded-licenses.mjs";

/** @import { BundledPackage } from "../build/package-inventory.mjs" */

/** Libraries inside WebAssembly files, data and our own code, which no package manager lists. */
const OTHERS = [
  { name: "qr 0.7.0 (adapted in src/domain/qr)", file: "scripts/release/licenses/qr.txt" },
  {
    name: "@shikijs/langs and @shikijs/themes 4.6.0 (packed in grammars)",
    file: "node_modules/@shikijs/primitive/LICENSE",
  },
  { name: "Rules of EN 16931 (in rules)", file: "rules/en16931-1.3.16/LICENSE" },
  { name: "Rules of XRechnung (in rules)", file: "rules/xrechnung-3.0/LICENSE" },
  { name: "Schemas of UBL 2.1 (in rules)", file: "rules/ubl-2.1/LICENSE" },
  { name: "Schemas of CII D16B (in rules)", file: "rules/cii-d16b/LICENSE" },
  { name: "HarfBuzz (in harfbuzz.wasm)", file: "scripts/release/licenses/harfbuzz.txt" },
  { name: "llhttp (in undici)", file: "scripts/release/licenses/llhttp.txt" },
  { name: "Oniguruma (in onig.wasm)", file: "scripts/release/licenses/oniguruma.txt" },
  {
    name: "ZXing-C++ (in zxing_reader.wasm)",
    file: "node_modules/@modelcontextprotocol/server/LICENSE",
    section: /Apache License\s+Version 2\.0[\s\S]*?END OF TERMS AND CONDITIONS/,
  },
];

/**
 * Licenses of packages that are published without their file.
 * @type {Record<string, string>}
 */
const PUBLISHED_WITHOUT_LICENSE = { saxes: "scripts/release/licenses/saxes.txt" };

/** Shipped parts that need one sentence instead of a license text. */
const CREDITS = `EFF's Long Wordlist and Short Wordlist 1 (src/tools/password/): by the Electronic Frontier Foundation, https://www.eff.org/dice,
  CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). The dice numbers are left out.
Twemoji graphics (fonts/twemoji.ttf.br): copyright Twitter, Inc and other contributors, CC BY 4.0
  (https://creativecommons.org/licenses/by/4.0/), as a font by the project of the license below.
Euro foreign exchange reference rates (rates/): source European Central Bank, packed without changes of value.
Grammars and themes: collected by the packages @shikijs/langs and @shikijs/themes, whose license is below, from the projects
  that https://github.com/shikijs/textmate-grammars-themes lists with their licenses.
`;

/** Returns the text of the notices. */
export function createNotices() {
  /** @type {BundledPackage[]} */
  const bundled = JSON.parse(read("dist/bundle/packages.json"));
  const packages = bundled.flatMap(({ name, version, license, notices = [] }) => [
    { name: `${name} ${version} (${license})`, text: readLicense(name) },
    ...notices.map((text) => ({ name: `Code in ${name}`, text })),
  ]);
  const embedded = bundled.flatMap((host) =>
    listEmbedded(host).map(({ name, license, text }) => ({
      name: `${name} (in ${host.name}, ${license})`,
      text,
    })),
  );
  const fonts = readdirSync(join(root, "fonts"))
    .filter((file) => file.startsWith("LICENSE-"))
    .map((file) => ({
      name: `Font ${file.slice("LICENSE-".length, -".txt".length)}`,
      text: read(join("fonts", file)),
    }));
  const others = OTHERS.map(({ name, file, section }) => ({
    name,
    text: section ? cutSection(read(file), section) : read(file),
  }));
  const groups = groupByText([...packages, ...embedded, ...others, ...fonts]);
  return `Sundry contains software, fonts and data of others. These are their licenses.\n\n${CREDITS}\n${groups.join("\n")}`;
}

/**
 * Returns the part of a text that matches. Throws when none does.
 * @param {string} text
 * @param {RegExp} section
 */
function cutSection(text, section) {
  const [part] = section.exec(text) ?? [];
  if (part === undefined) throw new Error(`no license text matches ${section}`);
  return part;
}

/**
 * Returns each text once, below the names of all parts with this license.
 * @param {{ name: string, text: string }[]} entries
 */
function groupByText(entries) {
  const names = new Map();
  for (const { name, text } of entries) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, all]) => `${"-".repeat(80)}\n${all.join("\n")}\n\n${text}\n`);
}

/** @param {string} name */
function readLicense(name) {
  const license = PUBLISHED_WITHOUT_LICENSE[name];
  if (license !== undefined) return read(license);
  const folder = join("node_modules", name);
  const files = readdirSync(join(root, folder)).filter((file) =>
    /^(licen[cs]e|copying|notice)/i.test(file),
  );
  if (files.length === 0) throw new Error(`${name} has no license file`);
  return files
    .sort()
    .map((file) => read(join(folder, file)))
    .join("\n\n");
}

/** @param {string} file */
function read(file) {
  const text = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
  return text.replaceAll(/[ \t]+$/gm, "").trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, "THIRD-PARTY-NOTICES.txt"), createNotices());
}
