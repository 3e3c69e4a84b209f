import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { PROFILES, type EInvoiceProfile } from "#src/tools/invoice/einvoice/profiles.js";
import { anyRequest } from "./support/arbitrary.ts";
import { BUSINESS_CASES, OUT_OF_SCOPE, profiles } from "./support/invoices.ts";
import {
  listBrokenRules,
  type RuleSet,
  type Schema,
  listSchemaErrors,
  withoutRules,
} from "./support/rules.ts";
import { writeXml } from "./support/write.ts";

/** The rules that each profile must satisfy. */
const RULE_SETS: Record<EInvoiceProfile, RuleSet[]> = {
  ubl: ["en-ubl"],
  xrechnung: ["en-ubl", "xrechnung-ubl"],
  peppol: ["en-ubl", "peppol"],
  cii: ["en-cii"],
  "factur-x": ["en-cii"],
  "xrechnung-cii": ["en-cii", "xrechnung-cii"],
};

/** Requests of a property take some 0.5 s each, most of it in the rules. */
const RUNS = Number(process.env["EINVOICE_RUNS"] ?? 15);

/**
 * Matches what specializes EN 16931 in a specification's identifier, of which its own rules read
 * that there is one.
 */
const SPECIALIZATION = /(?<=urn:cen\.eu:en16931:2017)#[^<]*/;

/**
 * Documents that keep a rule set, so that profiles whose documents are the same are judged once.
 */
const valid = new Set<string>();

function assertValid(xml: string, profile: EInvoiceProfile): void {
  for (const ruleSet of RULE_SETS[profile]) {
    const judged = ruleSet.startsWith("en-") ? xml.replace(SPECIALIZATION, "") : xml;
    const key = `${ruleSet} ${judged}`;
    if (valid.has(key)) continue;
    assert.deepEqual(listBrokenRules(ruleSet, xml), [], xml);
    valid.add(key);
  }
}

describe("business cases keep every official rule", { skip: withoutRules }, () => {
  for (const [name, request] of Object.entries(BUSINESS_CASES)) {
    it(`the business case "${name}" keeps every official rule`, () => {
      for (const profile of profiles) assertValid(writeXml(request, profile), profile);
    });
  }

  it("an invoice that is not subject to VAT keeps every official rule", () => {
    for (const profile of profiles) {
      if (!profile.startsWith("xrechnung")) assertValid(writeXml(OUT_OF_SCOPE, profile), profile);
    }
  });
});

describe("business cases are valid by the schemas", { skip: withoutRules }, () => {
  const cases = Object.entries(BUSINESS_CASES);
  const toDocuments = (profile: EInvoiceProfile, type?: string) =>
    Object.fromEntries(
      cases.flatMap(([name, request]) =>
        type === undefined || (request["type"] ?? "invoice") === type
          ? [[`${profile} ${name}`, writeXml(request, profile)]]
          : [],
      ),
    );
  const check = (schema: Schema, syntax: "ubl" | "cii", type?: string) => {
    for (const profile of profiles.filter((one) => PROFILES[one].syntax === syntax)) {
      assert.deepEqual(listSchemaErrors(schema, toDocuments(profile, type)), []);
    }
  };

  it("the UBL invoices of the business cases are valid by the schema", () =>
    check("ubl-invoice", "ubl", "invoice"));
  it("the UBL credit notes of the business cases are valid by the schema", () =>
    check("ubl-credit-note", "ubl", "credit-note"));
  it("the CII invoices of the business cases are valid by the schema", () => check("cii", "cii"));
  it("the Factur-X invoices of the business cases are valid by the schema", () =>
    check("factur-x", "cii"));
});

describe("any valid request", { skip: withoutRules }, () => {
  it("the e-invoice of any valid request keeps every official rule in every profile", () => {
    fc.assert(
      fc.property(anyRequest, (members) => {
        for (const profile of profiles) assertValid(writeXml(members, profile), profile);
      }),
      { numRuns: RUNS },
    );
  });
});
