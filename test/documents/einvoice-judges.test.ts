import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { BUSINESS_CASES } from "./support/invoices.ts";
import {
  listBrokenRules,
  RULES,
  type RuleSet,
  type Schema,
  listSchemaErrors,
  withoutRules,
} from "./support/rules.ts";
import { writeXml } from "./support/write.ts";

/** The rules that each folder of official examples satisfies. */
const EXAMPLES: [folder: string, ruleSets: (file: string) => RuleSet[]][] = [
  ["en16931-ubl", () => ["en-ubl"]],
  ["en16931-cii", () => ["en-cii"]],
  ["peppol", () => ["en-ubl", "peppol"]],
  ["xrechnung", (file) => [file.endsWith("ubl.xml") ? "xrechnung-ubl" : "xrechnung-cii"]],
];

/** Returns `<ID>` and level of each broken rule, without hints. */
function listFatal(ruleSet: RuleSet, xml: string): string[] {
  return listBrokenRules(ruleSet, xml)
    .filter((rule) => / fatal /.test(rule))
    .map((rule) => rule.split(" ", 1)[0] ?? "");
}

describe("the rules that invoices are tested by", { skip: withoutRules }, () => {
  for (const [folder, ruleSets] of EXAMPLES) {
    it(`the validation rules accept the official examples of ${folder}`, () => {
      const broken = readdirSync(join(RULES, "examples", folder)).flatMap((file) => {
        const xml = readFileSync(join(RULES, "examples", folder, file), "utf8");
        return ruleSets(file).flatMap((set) =>
          listFatal(set, xml).map((rule) => `${file} ${rule}`),
        );
      });
      assert.deepEqual(broken, []);
    });
  }

  const request = BUSINESS_CASES["two rates with a discount"] ?? {};
  const ubl = () => writeXml(request, "peppol");
  const cii = () => writeXml(request, "xrechnung-cii");

  const faults: [
    name: string,
    ruleSet: RuleSet,
    xml: () => string,
    from: RegExp,
    to: string,
    rule: string,
  ][] = [
    ["a wrong amount due", "en-ubl", ubl, /(<cbc:PayableAmount[^>]*>)/, "$11", "BR-CO-16"],
    [
      "a wrong sum of lines",
      "en-ubl",
      ubl,
      /(<cac:LegalMonetaryTotal>\s*<cbc:LineExtensionAmount[^>]*>)/,
      "$11",
      "BR-CO-10",
    ],
    ["a wrong tax", "en-ubl", ubl, /(<cac:TaxTotal>\s*<cbc:TaxAmount[^>]*>)/, "$19", "BR-CO-14"],
    ["a wrong currency", "en-ubl", ubl, /(<cbc:DocumentCurrencyCode>)EUR/, "$1EUX", "BR-CL-04"],
    ["a wrong unit", "en-ubl", ubl, /unitCode="HUR"/, 'unitCode="HOURS"', "BR-CL-23"],
    [
      "a missing seller VAT ID",
      "en-ubl",
      ubl,
      /<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/,
      "",
      "BR-S-02",
    ],
    [
      "a missing buyer reference and order",
      "peppol",
      ubl,
      /<cbc:BuyerReference>[\s\S]*?<\/cbc:BuyerReference>|<cac:OrderReference>[\s\S]*?<\/cac:OrderReference>/g,
      "",
      "PEPPOL-EN16931-R003",
    ],
    ["an empty element", "peppol", ubl, /(<cbc:Note>)[^<]*/, "$1", "PEPPOL-EN16931-R008"],
    ["a wrong amount due in CII", "en-cii", cii, /(<ram:DuePayableAmount>)/, "$11", "BR-CO-16"],
    [
      "a missing seller VAT ID in CII",
      "en-cii",
      cii,
      /<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/,
      "",
      "BR-S-02",
    ],
    ["a wrong category in CII", "en-cii", cii, /(<ram:CategoryCode>)S/, "$1Q", "BR-CL-18"],
    [
      "a missing buyer reference in CII",
      "xrechnung-cii",
      cii,
      /<ram:BuyerReference>[^<]*<\/ram:BuyerReference>/,
      "",
      "BR-DE-15",
    ],
  ];
  it("the validation rules accept the invoices into which the faults are put", () => {
    for (const ruleSet of ["en-ubl", "peppol"] as const)
      assert.deepEqual(listFatal(ruleSet, ubl()), []);
    for (const ruleSet of ["en-cii", "xrechnung-cii"] as const)
      assert.deepEqual(listFatal(ruleSet, cii()), []);
  });

  for (const [name, ruleSet, write, from, to, rule] of faults) {
    it(`the validation rules reject an invoice with ${name}`, () => {
      const wrong = write().replace(from, to);
      assert.notEqual(wrong, write());
      const broken = listFatal(ruleSet, wrong);
      assert.ok(broken.includes(rule), broken.join());
    });
  }

  const orders: [schema: Schema, xml: () => string, from: RegExp, to: string][] = [
    ["ubl-invoice", ubl, /(<cbc:ID>.*<\/cbc:ID>\s*)(<cbc:IssueDate>.*<\/cbc:IssueDate>)/, "$2$1"],
    [
      "cii",
      cii,
      /(<ram:TypeCode>380<\/ram:TypeCode>)\s*(<ram:IssueDateTime>[\s\S]*?<\/ram:IssueDateTime>)/,
      "$2$1",
    ],
    [
      "factur-x",
      cii,
      /(<ram:LineOne>.*<\/ram:LineOne>\s*)(<ram:LineTwo>.*<\/ram:LineTwo>)/,
      "$2$1",
    ],
  ];
  for (const [schema, write, from, to] of orders) {
    it(`the schema ${schema} rejects a wrong order of elements`, () => {
      const wrong = write().replace(from, to);
      assert.notEqual(wrong, write());
      assert.notDeepEqual(listSchemaErrors(schema, { wrong }), []);
    });
  }
});
