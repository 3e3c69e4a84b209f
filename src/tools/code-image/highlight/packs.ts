import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { LanguageRegistration, ThemeRegistration } from "@shikijs/types";

/** The committed grammars and themes, which `scripts/grammars` packs. */
const FOLDER = new URL("../../../../grammars/", import.meta.url);

interface Index {
  /** The names of each pack's lines, in their order. */
  packs: Record<string, string[]>;
  /** The grammars of a language that needs more than its own, which is the last. */
  languages: Record<string, string[]>;
}

const decompress = promisify(brotliDecompress);

let index: Index | undefined;

/** Lines of JSON by pack, kept because a pack has the grammars of many languages. */
const packs = new Map<string, Promise<string[]>>();

/**
 * Reads a language's grammar, last, after the grammars it embeds. Of Org and Typst, which embed
 * every language, only their own grammar is packed.
 */
export function readGrammars(language: string): Promise<LanguageRegistration[]> {
  const names = readIndex().languages[language] ?? [language];
  return Promise.all(names.map((name) => readEntry<LanguageRegistration>(name)));
}

/** Reads a published theme by its id. */
export function readTheme(id: string): Promise<ThemeRegistration> {
  return readEntry<ThemeRegistration>(id, "themes");
}

/** Reads the WebAssembly of Oniguruma, the highlighter's engine of regular expressions. */
export async function readOniguruma(): Promise<Uint8Array> {
  return decompress(await readFile(new URL("onig.wasm.br", FOLDER)));
}

function readIndex(): Index {
  index ??= JSON.parse(readFileSync(new URL("index.json", FOLDER), "utf8")) as Index;
  return index;
}

async function readEntry<Entry>(name: string, pack = findPack(name)): Promise<Entry> {
  const line = readIndex().packs[pack]?.indexOf(name) ?? -1;
  const json = (await readPack(pack))[line];
  if (json === undefined) throw new Error(`${name} is not packed: run scripts/grammars/build.mjs`);
  return JSON.parse(json) as Entry;
}

function findPack(name: string): string {
  const [pack = ""] =
    Object.entries(readIndex().packs).find(([, names]) => names.includes(name)) ?? [];
  return pack;
}

function readPack(pack: string): Promise<string[]> {
  const lines = packs.get(pack) ?? readLines(pack);
  packs.set(pack, lines);
  return lines;
}

/** The packs are ASCII, which `latin1` decodes without looking for longer characters. */
async function readLines(pack: string): Promise<string[]> {
  const bytes = await decompress(await readFile(new URL(`${pack}.jsonl.br`, FOLDER)));
  return bytes.toString("latin1").split("\n");
}
