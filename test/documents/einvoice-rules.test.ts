import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { type CompiledSet, RuleRunner } from "#src/tools/einvoice-read/rules/run-rules.js";
import { parseXml } from "#src/tools/einvoice-read/xml/parse.js";
import { listViolations, loadSchemas } from "#src/tools/einvoice-read/xml/validate.js";
import { root } from "../support/server.ts";
import {
  listBrokenRules,
  listSchemaErrors,
  RULES,
  type RuleSet,
  type Schema,
  withoutRules,
} from "./support/rules.ts";

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

/** Returns examples and faulty copies of them, the same in every run. */
function listDocuments(): string[] {
  const examples = listExamples();
  const random = createRandom();
  return Array.from({ length: MUTANTS }, (_, index) => {
    const example = examples[Math.floor(random() * examples.length)] ?? "";
    return index % 4 === 0 ? example : mutate(example, random);
  });
}

/** The schema of a document by the end of its root element. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Invoice: "ubl-invoice",
  CreditNote: "ubl-credit-note",
  CrossIndustryInvoice: "cii",
};

/** Returns the documents of a schema by names that `xmllint` prints. */
function selectDocuments(documents: readonly string[], schema: Schema): Record<string, string> {
  const named = documents.map((xml, index) => [`document-${index}`, xml] as const);
  return Object.fromEntries(
    named.filter(([, xml]) => {
      const [, name = ""] =
        /<(?:\w+:)?(Invoice|CreditNote|CrossIndustryInvoice)[\s>]/.exec(xml) ?? [];
      return SCHEMAS[name] === schema;
    }),
  );
}

/** Returns the elements that break the schema, as `document-3 IssueDate`, without repetition. */
function listViolatingElements(name: string, xml: string): string[] {
  const [element] = parseXml(xml).children;
  if (element === undefined) return [];
  const syntax = element.name.startsWith("rsm:") ? "cii" : "ubl";
  loadSchemas(syntax);
  const violations = listViolations(xml, element, syntax);
  return violations.map(({ node }) => {
    const place = node.kind === "attribute" ? node.parent : node;
    return `${name} ${place.kind === "element" ? place.name.replace(/^.*:/, "") : ""}`;
  });
}

describe("compiled rules", { skip: withoutRules }, () => {
  it("compiled rules find what the official ones find, in examples and in faulty copies of them", async () => {
    const runners = new Map<RuleSet, RuleRunner>();
    for (const set of Object.keys(FILES) as RuleSet[]) runners.set(set, await loadRunner(set));
    let found = 0;
    for (const xml of listDocuments()) {
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

  it("packed schemas find what the published ones find, in the same documents", () => {
    const documents = listDocuments();
    let found = 0;
    for (const schema of Object.values(SCHEMAS)) {
      const named = selectDocuments(documents, schema);
      const expected = listSchemaErrors(schema, named).flatMap((line) => {
        const [, name, element] =
          /^(\S+)\.xml:\d+: element (\w+): Schemas validity/.exec(line) ?? [];
        return name === undefined ? [] : `${name} ${element}`;
      });
      const violations = Object.entries(named).flatMap(([name, xml]) =>
        listViolatingElements(name, xml),
      );
      assert.deepEqual([...new Set(violations)].sort(), [...new Set(expected)].sort());
      found += violations.length;
    }
    assert.ok(found > MUTANTS / 5, `${found} violations`);
  });
});
