import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { type CompiledSet, RuleRunner } from "#src/tools/einvoice-read/rules/run-rules.js";
import { parseXml } from "#src/tools/einvoice-read/xml/parse.js";
import { root } from "../support/server.ts";
import { BUSINESS_CASES } from "./support/invoices.ts";
import { createRandom, mutateForPeppol, mutateOnce } from "./support/mutants.ts";
import { RULES, withoutRules } from "./support/rules.ts";
import { writeXml } from "./support/write.ts";

async function loadRunner(file: string): Promise<RuleRunner> {
  const module = (await import(pathToFileURL(join(root, "rules", file)).href)) as {
    default: CompiledSet;
  };
  return new RuleRunner(module.default);
}

const listRules = (runner: RuleRunner, xml: string) =>
  new Set(runner.run(parseXml(xml)).map(({ rule }) => rule));

/** A rule that forbids an element, or an attribute of one, at a path below an element. */
interface Prohibition {
  rule: string;
  /** Name of the element of the rule's context. */
  context: string;
  path: readonly string[];
}

/** Returns the rules of an official file that forbid a path of names. */
function listProhibitions(file: string): Prohibition[] {
  const text = brotliDecompressSync(readFileSync(join(root, "rules", file))).toString();
  const rules = text.matchAll(/<rule\s[^>]*?context="([^"]*)"[^>]*>([^]*?)<\/rule>/g);
  return [...rules].flatMap(([, context = "", body = ""]) => {
    const [, name] =
      /^\/(?:ubl:Invoice \| \/cn:CreditNote$)|^(?:\/[\w:]+)*\/([\w:]+)$/.exec(context) ?? [];
    if (context !== "/ubl:Invoice | /cn:CreditNote" && name === undefined) return [];
    return [...body.matchAll(/<assert(?:\s+[\w-]+="[^"]*")+\s*>/g)].flatMap(([assertion]) => {
      const [, rule] = /\bid="([^"]*)"/.exec(assertion) ?? [];
      const [, path] = /\btest="\s*not\s*\(\s*([\w:/@]+)\s*\)\s*"/.exec(assertion) ?? [];
      if (rule === undefined || path === undefined || /^@|\/\//.test(path)) return [];
      return [{ rule, context: name ?? "Invoice", path: path.split("/") }];
    });
  });
}

const EXTENSIONS = "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2";

/** Writes an element or attribute at a path. */
function writePath([first = "", ...others]: readonly string[]): string {
  const [next = ""] = others;
  if (next.startsWith("@")) return `<${first} ${next.slice(1)}="1">1</${first}>`;
  return `<${first}>${others.length === 0 ? "1" : writePath(others)}</${first}>`;
}

/** Breaks a prohibition in an invoice. */
function breakProhibition(xml: string, { context, path }: Prohibition): string {
  const start = new RegExp(`<${context}(?=[\\s>])[^>]*?>`);
  assert.match(xml, start, context);
  return xml.replace(start, (tag) => tag + writePath(path));
}

describe("rules that forbid something", () => {
  const request = BUSINESS_CASES["one rate"] ?? {};
  for (const [syntax, least] of [
    ["ubl", 500],
    ["cii", 350],
  ] as const) {
    it(`each rule of EN 16931 that forbids an element of ${syntax} is broken by that element`, async () => {
      const runner = await loadRunner(`en16931-1.3.16/${syntax}.js`);
      const xml = writeXml(request, syntax).replace(" xmlns:cbc=", ` xmlns:ext="${EXTENSIONS}"$&`);
      const usual = listRules(runner, xml);
      const prohibitions = listProhibitions(`en16931-1.3.16/${syntax}.sch.br`);
      assert.ok(prohibitions.length >= least, `${prohibitions.length} rules`);
      // Several at a time, because a run of all rules takes milliseconds.
      for (let start = 0; start < prohibitions.length; start += 20) {
        const part = prohibitions.slice(start, start + 20);
        const broken = listRules(runner, part.reduce(breakProhibition, xml));
        for (const { rule, path } of part) {
          assert.ok(!usual.has(rule) && broken.has(rule), `${rule} ${path.join("/")}`);
        }
      }
    });
  }
});

const FILES = {
  "en-ubl": "en16931-1.3.16/ubl.js",
  "en-cii": "en16931-1.3.16/cii.js",
  "xrechnung-ubl": "xrechnung-3.0/ubl.js",
  "xrechnung-cii": "xrechnung-3.0/cii.js",
  peppol: "peppol-3.0/ubl.js",
} as const;

type SetName = keyof typeof FILES;

/** For each rule the official example and the seed of the change that breaks it. */
const MUTANTS = JSON.parse(
  readFileSync(join(root, "test", "documents", "support", "rule-mutants.json"), "utf8"),
) as Record<SetName, Record<string, [file: string, seed: number]>>;

describe("official examples with one change", { skip: withoutRules }, () => {
  for (const set of Object.keys(MUTANTS) as SetName[]) {
    const entries = Object.entries(MUTANTS[set]);
    it(`each of ${entries.length} rules of ${set} is broken by a change, and not without it`, async () => {
      const runner = await loadRunner(FILES[set]);
      const results = new Map<string, Set<string>>();
      const run = (key: string, xml: () => string): Set<string> => {
        const broken = results.get(key) ?? listRules(runner, xml());
        results.set(key, broken);
        return broken;
      };
      const mutate = set === "peppol" ? mutateForPeppol : mutateOnce;
      for (const [rule, [file, seed]] of entries) {
        const example = readFileSync(join(RULES, "examples", file), "utf8");
        assert.ok(!run(file, () => example).has(rule), `${rule} in ${file}`);
        const broken = run(`${file} ${seed}`, () => mutate(example, createRandom(seed)));
        assert.ok(broken.has(rule), `${rule} in ${file} by ${seed}`);
      }
    });
  }
});
