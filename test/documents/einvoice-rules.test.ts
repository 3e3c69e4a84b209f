import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { type CompiledSet, RuleRunner } from "#src/tools/einvoice-read/rules/run-rules.js";
import { parseXml } from "#src/tools/einvoice-read/xml/parse.js";
import { root } from "../support/server.ts";
import { listBrokenRules, RULES, type RuleSet, withoutRules } from "./support/rules.ts";

/** Documents of a comparison, each of which takes SaxonJS some 0.1 s. */
const MUTANTS = Number(process.env["EINVOICE_MUTANTS"] ?? 40);

const FILES: Partial<Record<RuleSet, string>> = {
  "en-ubl": "en16931-1.3.16/ubl.js",
  "en-cii": "en16931-1.3.16/cii.js",
  "xrechnung-ubl": "xrechnung-3.0/ubl.js",
  "xrechnung-cii": "xrechnung-3.0/cii.js",
};

/** Rules that SaxonJS cannot compute. */
const UNDECIDABLE = /^(BR-DE-19|DE-R-019) /;

async function loadRunner(set: RuleSet): Promise<RuleRunner> {
  const path = join(root, "rules", FILES[set] ?? "");
  const module = (await import(pathToFileURL(path).href)) as { default: CompiledSet };
  return new RuleRunner(module.default);
}

/** Returns pseudorandom numbers from 0 to 1, the same in every run. */
function createRandom(): () => number {
  let seed = 7;
  return () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Changes one element with text: removes, repeats, empties or spoils it. */
function mutate(xml: string, random: () => number): string {
  const elements = [...xml.matchAll(/<([a-z]+:[A-Za-z]+)( [^>]*)?>([^<]*)<\/\1>/g)];
  const element = elements[Math.floor(random() * elements.length)];
  if (!element) return xml;
  const [all, name, attributes = "", text = ""] = element;
  const variants = [
    "",
    all + all,
    `<${name}></${name}>`,
    `<${name}${attributes}>XYZ</${name}>`,
    `<${name}>${text}</${name}>`,
    `<${name}${attributes}>${text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))}</${name}>`,
    `<${name}${attributes}>-${text}</${name}>`,
    `<${name}${attributes}>${text}.005</${name}>`,
  ];
  const variant = variants[Math.floor(random() * variants.length)] ?? "";
  return xml.slice(0, element.index) + variant + xml.slice(element.index + all.length);
}

function listExamples(): string[] {
  const folder = join(RULES, "examples");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".xml") && !file.startsWith("peppol"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

/** Returns ids and severities of broken rules, or undefined where the reference stops. */
function judgeByReference(set: RuleSet, xml: string): string[] | undefined {
  try {
    return listBrokenRules(set, xml)
      .map((line) => line.split(" ", 2).join(" "))
      .sort();
  } catch {
    // A dynamic error of XPath.
    return undefined;
  }
}

describe("compiled rules", { skip: withoutRules }, () => {
  it("compiled rules find what the official ones find, in examples and in faulty copies of them", async () => {
    const runners = new Map<RuleSet, RuleRunner>();
    for (const set of Object.keys(FILES) as RuleSet[]) runners.set(set, await loadRunner(set));
    const examples = listExamples();
    const random = createRandom();
    let found = 0;
    for (let index = 0; index < MUTANTS; index++) {
      const example = examples[Math.floor(random() * examples.length)] ?? "";
      const xml = index % 4 === 0 ? example : mutate(example, random);
      const ending = xml.includes("CrossIndustryInvoice") ? "-cii" : "-ubl";
      for (const [set, runner] of runners) {
        const expected = set.endsWith(ending) ? judgeByReference(set, xml) : undefined;
        if (expected === undefined) continue;
        const broken = runner
          .run(parseXml(xml))
          .map(({ rule, severity }) => `${rule} ${severity}`)
          .filter((line) => !UNDECIDABLE.test(line))
          .sort();
        assert.deepEqual(broken, expected, `${set}\n${xml}`);
        found += broken.length;
      }
    }
    assert.ok(found > MUTANTS / 2, `${found} broken rules`);
  });
});
