import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parseDigitalLink, toDigitalLink } from "#src/domain/gs1/digital-link.js";
import {
  formatAiSyntax,
  formatElementString,
  parseAiSyntax,
  parseElementString,
} from "#src/domain/gs1/message.js";
import { root } from "../support/server.ts";

interface Case {
  text: string;
  valid: boolean;
  /** The encoded string, with ^ for FNC1. */
  element?: string;
}

/** Verdicts of the GS1 Barcode Syntax Engine 1.4.1. */
const casesFile = `${root}/test/barcode/gs1-cases.json`;

function catchProblem(text: string): string {
  try {
    parseAiSyntax(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function escapeParentheses(value: string): string {
  return value.replaceAll("(", "\\(");
}

describe("GS1 messages", () => {
  it("each GS1 message is valid or invalid as in GS1's own engine", () => {
    const { cases } = JSON.parse(readFileSync(casesFile, "utf8")) as { cases: Case[] };
    assert.ok(cases.length > 300);
    for (const { text, valid, element } of cases) {
      assert.equal(catchProblem(text) === "", valid, `${text}: ${catchProblem(text)}`);
      if (element) assert.equal(`^${formatElementString(parseAiSyntax(text), "^")}`, element);
    }
  });

  it("an error about a GS1 message names the AI and the broken rule", () => {
    const gtin = "(01)09506000134352";
    const problems = {
      [`${gtin}(17)271301`]: "AI (17) has the date 271301, which does not exist",
      [`${gtin}(17)270229`]: "AI (17) has the date 270229, which does not exist",
      "(01)09506000134353": "AI (01) has check digit 3, expected 2",
      "(01)0950600013435": "AI (01) has 13 digits, expected 14",
      "(89)1": "AI (89) does not exist",
      [`${gtin}(10)a~b`]: 'AI (10) must not contain "~"',
      "(10)ABC": "AI (10) requires (01) or (02) or (03) or (8006) or (8026)",
      [`${gtin}(37)1`]: "AI (01) must not appear with AI (37)",
      [`${gtin}(400)A(400)B`]: "AI (400) has two different values",
    };
    for (const [text, problem] of Object.entries(problems)) {
      assert.equal(catchProblem(text), problem, text);
    }
  });

  it("a parenthesis after a backslash stays part of the value, in both directions", () => {
    const text = "(01)09506000134352(10)A\\(B)C";
    const elements = parseAiSyntax(text);
    assert.equal(elements[1]?.value, "A(B)C");
    assert.equal(formatAiSyntax(elements), text);
  });

  it("a string read by a scanner has the elements of the message", () => {
    const lot = fc.string({
      unit: fc.constantFrom(..."!\"%&'()*+,-./0123456789:;<=>?ABCXYZ_abcxyz"),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(lot, lot, (batch, serial) => {
        const text = `(01)09506000134352(10)${escapeParentheses(batch)}(17)270101(21)${escapeParentheses(serial)}`;
        const elements = parseAiSyntax(text);
        const found = parseElementString(formatElementString(elements)) ?? [];
        assert.equal(formatAiSyntax(found), text);
      }),
    );
  });

  it("a text that is not AI syntax is rejected", () => {
    for (const text of ["01095060001", "(01", "()1", "(01)09506000134352 (10)A", "x(01)1"]) {
      assert.notEqual(catchProblem(text), "", text);
    }
  });
});

describe("GS1 Digital Link", () => {
  const link = "https://id.gs1.org/01/09506000134352/10/ABC123?17=270101";
  const syntax = "(01)09506000134352(10)ABC123(17)270101";

  it("a Digital Link converts to AI syntax and back to its canonical form", () => {
    const other = "http://example.com/shop/01/09506000134352/10/ABC123?17=270101&utm_source=x#top";
    assert.equal(formatAiSyntax(parseDigitalLink(other)), syntax);
    assert.equal(toDigitalLink(parseAiSyntax("(17)270101(10)ABC123(01)09506000134352")), link);
  });

  it("a Digital Link keeps escaped characters", () => {
    const elements = parseAiSyntax("(01)09506000134352(10)A/B+C%2F");
    const canonical = toDigitalLink(elements) ?? "";
    assert.equal(canonical, "https://id.gs1.org/01/09506000134352/10/A%2FB%2BC%252F");
    assert.equal(formatAiSyntax(parseDigitalLink(canonical)), formatAiSyntax(elements));
  });

  it("a message without a key has no Digital Link", () => {
    assert.equal(toDigitalLink(parseAiSyntax("(99)ABC")), undefined);
  });

  it("a Digital Link of a message with two keys has the second one in its query", () => {
    const message = "(01)09506000134352(21)A(8004)9506000AB";
    const twoKeys = "https://id.gs1.org/01/09506000134352/21/A?8004=9506000AB";
    assert.equal(toDigitalLink(parseAiSyntax(message)), twoKeys);
    assert.equal(formatAiSyntax(parseDigitalLink(twoKeys)), message);
    // The serial number belongs to the GTIN, so the other key cannot be in the path.
    const elements = parseAiSyntax("(8004)9506000AB(01)09506000134352(21)A");
    assert.equal(toDigitalLink(elements), twoKeys);
  });

  it("a Digital Link with keys and qualifiers that do not belong together is rejected", () => {
    for (const path of ["01/09506000134352/21/A/10/B", "10/ABC", "", "01/09506000134353"]) {
      assert.throws(() => parseDigitalLink(`https://example.com/${path}`), { name: "Gs1Error" });
    }
    const query = "https://example.com/01/09506000134352?21=A";
    assert.throws(() => parseDigitalLink(query), /AI \(21\) must not be in the query/);
  });
});
