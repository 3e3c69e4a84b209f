import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { CURRENCY_CODES, getIsoDecimals } from "#src/lib/codes/iso4217.js";
import { type CompiledSet, RuleRunner } from "#src/tools/einvoice-read/rules/run-rules.js";
import { parseXml } from "#src/tools/einvoice-read/xml/parse.js";
import { listViolations, loadSchemas } from "#src/tools/einvoice-read/xml/validate.js";
import { writeEInvoice } from "#src/tools/invoice/einvoice/einvoice.js";
import { checkProfileRules } from "#src/tools/invoice/einvoice/profile-rules.js";
import { root } from "../support/server.ts";
import { BUSINESS_CASES } from "./support/invoices.ts";
import { createRandom, mutateElement, mutateForPeppol, pick } from "./support/mutants.ts";
import {
  listBrokenRules,
  listSchemaErrors,
  RULES,
  type RuleSet,
  type Schema,
  withoutRules,
} from "./support/rules.ts";
import { createInvoice } from "./support/write.ts";

/** Documents of a comparison, each of which takes SaxonJS some 0.1 s. */
const MUTANTS = Number(process.env["EINVOICE_MUTANTS"] ?? 40);

const FILES: Partial<Record<RuleSet, string>> = {
  "en-ubl": "en16931-1.3.16/ubl.js",
  "en-cii": "en16931-1.3.16/cii.js",
  "xrechnung-ubl": "xrechnung-3.0/ubl.js",
  "xrechnung-cii": "xrechnung-3.0/cii.js",
  peppol: "peppol-3.0/ubl.js",
};

/** Rules that SaxonJS cannot compute. */
const UNDECIDABLE = /^(BR-DE-19|DE-R-019|DE-R-020) /;

async function loadRunner(set: RuleSet): Promise<RuleRunner> {
  const path = join(root, "rules", FILES[set] ?? "");
  const module = (await import(pathToFileURL(path).href)) as { default: CompiledSet };
  return new RuleRunner(module.default);
}

/** Returns the examples of a folder and below, in the same order on every system. */
function listExamples(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".xml"))
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
function listDocuments(
  folder: string,
  mutate: (xml: string, random: () => number) => string,
): string[] {
  const examples = listExamples(join(RULES, "examples", folder));
  const random = createRandom();
  return Array.from({ length: MUTANTS }, (_, index) => {
    const example = pick(examples, random) ?? "";
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
  const violations = listViolations(Buffer.from(xml), element, syntax);
  return violations.map(({ node }) => {
    const place = node.kind === "attribute" ? node.parent : node;
    return `${name} ${place.kind === "element" ? place.name.replace(/^.*:/, "") : ""}`;
  });
}

/** Compares the verdict of compiled sets with the reference. Returns the ids of broken rules. */
async function compareSets(
  sets: readonly RuleSet[],
  documents: readonly string[],
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const set of sets) {
    const runner = await loadRunner(set);
    for (const xml of documents) {
      const expected = judgeByReference(set, xml);
      if (expected === undefined) continue;
      const broken = runner
        .run(parseXml(xml))
        .map(({ rule, severity }) => `${rule} ${severity}`)
        .filter((line) => !UNDECIDABLE.test(line))
        .sort();
      assert.deepEqual(broken, expected, `${set}\n${xml}`);
      for (const line of broken) ids.add(line);
    }
  }
  return ids;
}

function isCii(xml: string): boolean {
  return xml.includes("CrossIndustryInvoice");
}

describe("compiled rules", { skip: withoutRules }, () => {
  it("compiled rules find what the official ones find, in examples and in faulty copies of them", async () => {
    const documents = listDocuments("", mutateElement);
    const ubl = await compareSets(
      ["en-ubl", "xrechnung-ubl"],
      documents.filter((xml) => !isCii(xml)),
    );
    const cii = await compareSets(["en-cii", "xrechnung-cii"], documents.filter(isCii));
    assert.ok(Math.min(ubl.size, cii.size) > 10, `${ubl.size} and ${cii.size} rules`);
  });

  it("our own rules of Peppol find what the official ones find, in faulty copies of its examples", async () => {
    const ids = await compareSets(["peppol"], listDocuments("peppol", mutateForPeppol));
    assert.ok(ids.size > 25, `${ids.size} rules`);
  });

  it("packed schemas find what the published ones find, in the same documents", () => {
    const documents = listDocuments("", mutateElement);
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
    assert.ok(found > MUTANTS / 10, `${found} violations`);
  });
});

describe("currencies of electronic invoices", () => {
  it("a currency that a profile takes is on the code lists of its rules, and others are refused", async () => {
    const refused: Record<string, string[]> = {};
    for (const [profile, set] of [
      ["ubl", "en-ubl"],
      ["peppol", "peppol"],
    ] as const) {
      const runner = await loadRunner(set);
      for (const currency of CURRENCY_CODES.filter((code) => getIsoDecimals(code) !== 3)) {
        const invoice = createInvoice({ ...BUSINESS_CASES["one rate"], currency });
        const [issue] = checkProfileRules(invoice, profile);
        if (issue) {
          (refused[profile] ??= []).push(`${issue.subject} ${issue.message}`);
          continue;
        }
        const broken = runner
          .run(parseXml(writeEInvoice(invoice, profile)))
          .filter(({ severity }) => severity === "fatal")
          .map(({ rule }) => rule);
        assert.deepEqual(broken, [], `${currency} in ${profile}`);
      }
    }
    const dobra = "currency STN is not on the EN 16931 code list";
    assert.deepEqual(refused, {
      ubl: [dobra],
      peppol: [dobra, "currency XCG is not on the Peppol code list"],
    });
  });
});
