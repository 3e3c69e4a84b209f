import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { toDecimal } from "#src/lib/money/exact.js";
import { checkEpc, formatEpc } from "#src/domain/payment/epc.js";
import { removeSpaces, formatIban, isBic, isIban, isQrIban } from "#src/domain/payment/iban.js";
import {
  formatReference,
  isCreditorReference,
  isQrReference,
  computeQrCheckDigit,
} from "#src/domain/payment/references.js";
import { checkSwiss, formatSwissQr } from "#src/domain/payment/swiss.js";
import { checkUpi, isUpiId, formatUpi } from "#src/domain/payment/upi.js";

const listPaths = (issues: { path: readonly (string | number)[] }[]) =>
  issues.map(({ path }) => path.join("."));

describe("isIban", () => {
  // Examples of the SWIFT IBAN registry.
  const valid = [
    "DE89370400440532013000",
    "GB29NWBK60161331926819",
    "FR1420041010050500013M02606",
    "CH9300762011623852957",
    "NO9386011117947",
    "MT84MALT011000012345MTLCAST001S",
  ];

  it("isIban accepts the registry's examples, also with spaces and in lower case", () => {
    for (const iban of valid) assert.ok(isIban(iban), iban);
    assert.ok(isIban(removeSpaces("de89 3704 0044 0532 0130 00")));
  });

  it("isIban rejects any single changed digit", () => {
    const changed = fc.record({ iban: fc.constantFrom(...valid), at: fc.nat(), digit: fc.nat(9) });
    fc.assert(
      fc.property(changed, ({ iban, at, digit }) => {
        const index = 2 + (at % (iban.length - 2));
        fc.pre(/\d/.test(iban.charAt(index)) && iban.charAt(index) !== String(digit));
        const other = iban.slice(0, index) + String(digit) + iban.slice(index + 1);
        assert.equal(isIban(other), false, other);
      }),
    );
  });

  it("isIban rejects the wrong length for the country", () => {
    assert.equal(isIban("DE8937040044053201300"), false);
    assert.equal(isIban("DE"), false);
    assert.equal(isIban(""), false);
  });
});

it("QR-IBANs have an institution number from 30000 to 31999", () => {
  assert.ok(isQrIban("CH4431999123000889012"));
  assert.equal(isQrIban("CH9300762011623852957"), false);
  assert.equal(isQrIban("DE89370400440532013000"), false);
});

it("a BIC has 8 or 11 characters", () => {
  assert.deepEqual(["COBADEFF", "COBADEFFXXX", "COBADEF", "COBADEFFXX"].map(isBic), [
    true,
    true,
    false,
    false,
  ]);
});

it("identifiers are grouped for print", () => {
  assert.equal(formatIban("CH9300762011623852957"), "CH93 0076 2011 6238 5295 7");
  assert.equal(formatReference("210000000003139471430009017"), "21 00000 00003 13947 14300 09017");
  assert.equal(formatReference("RF18539007547034"), "RF18 5390 0754 7034");
});

describe("references", () => {
  it("ISO 11649 references have check digits modulo 97", () => {
    assert.ok(isCreditorReference("RF18539007547034"));
    assert.equal(isCreditorReference("RF19539007547034"), false);
    assert.equal(isCreditorReference("RF18"), false);
  });

  it("QR references have a recursive check digit modulo 10", () => {
    // The guidelines' own example.
    assert.equal(computeQrCheckDigit("21000000000313947143000901"), 7);
    assert.ok(isQrReference("210000000003139471430009017"));
    assert.equal(isQrReference("210000000003139471430009018"), false);
    assert.equal(isQrReference("0".repeat(27)), false);
  });
});

describe("formatEpc", () => {
  const payment = {
    name: "Franz Mustermänn",
    iban: "DE71110220330123456789",
    bic: "BHBLDEHHXXX",
    amount: toDecimal("12.3"),
    currency: "EUR",
  };

  it("formatEpc joins twelve lines by LF and drops the empty ones at its end", () => {
    assert.equal(
      formatEpc({ ...payment, reference: "RF18 5390 0754 7034" }),
      "BCD\n002\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermänn\nDE71110220330123456789\nEUR12.30\n\nRF18539007547034",
    );
    assert.equal(
      formatEpc({ ...payment, bic: undefined, reference: "INV-7" }),
      "BCD\n002\n1\nSCT\n\nFranz Mustermänn\nDE71110220330123456789\nEUR12.30\n\n\nINV-7",
    );
  });

  it("formatEpc names every broken rule by its member", () => {
    assert.deepEqual(checkEpc(payment), []);
    const wrong = { ...payment, currency: "USD", iban: "DE00", bic: "X", name: "x".repeat(71) };
    assert.deepEqual(listPaths(checkEpc(wrong)), ["currency", "name", "iban", "bic"]);
    for (const amount of ["0", "0.001", "-1", "1000000000"]) {
      assert.deepEqual(
        listPaths(checkEpc({ ...payment, amount: toDecimal(amount) })),
        ["amount"],
        amount,
      );
    }
  });

  it("an EPC code contains at most 331 bytes", () => {
    const reference = "ß".repeat(140);
    assert.deepEqual(listPaths(checkEpc({ ...payment, name: "ö".repeat(70), reference })), [
      "reference",
    ]);
  });
});

describe("formatSwissQr", () => {
  const creditor = {
    name: "Robert Schneider AG",
    street: "Rue du Lac 1268",
    postalCode: "2501",
    city: "Biel",
    countryCode: "CH",
  };
  const payment = {
    creditor,
    iban: "CH4431999123000889012",
    amount: toDecimal("1949.75"),
    currency: "CHF",
    reference: "210000000003139471430009017",
  };

  it("formatSwissQr writes 31 lines that are joined by CRLF", () => {
    const text = formatSwissQr({ ...payment, debtor: { ...creditor, name: "Pia Rutschmann" } });
    const lines = text.split("\r\n");
    assert.equal(lines.length, 31);
    assert.deepEqual(lines.slice(0, 11), [
      "SPC",
      "0200",
      "1",
      "CH4431999123000889012",
      "S",
      "Robert Schneider AG",
      "Rue du Lac 1268",
      "",
      "2501",
      "Biel",
      "CH",
    ]);
    assert.deepEqual(lines.slice(18, 22), ["1949.75", "CHF", "S", "Pia Rutschmann"]);
    assert.deepEqual(lines.slice(27), ["QRR", "210000000003139471430009017", "", "EPD"]);
  });

  it("formatSwissQr leaves the debtor's seven lines empty without an address", () => {
    const lines = formatSwissQr({ ...payment, reference: undefined, message: "INV-7" }).split(
      "\r\n",
    );
    assert.equal(lines.length, 31);
    assert.deepEqual(lines.slice(20), ["", "", "", "", "", "", "", "NON", "", "INV-7", "EPD"]);
  });

  it("formatSwissQr requires the kind of IBAN that matches the reference", () => {
    assert.deepEqual(checkSwiss(payment), []);
    const plain = { ...payment, iban: "CH9300762011623852957" };
    assert.deepEqual(listPaths(checkSwiss(plain)), ["iban"]);
    assert.deepEqual(checkSwiss({ ...plain, reference: "RF18539007547034" }), []);
    assert.deepEqual(checkSwiss({ ...plain, reference: undefined, message: "7" }), []);
    const scor = { ...payment, reference: "RF18539007547034" };
    assert.deepEqual(listPaths(checkSwiss(scor)), ["reference"]);
    assert.deepEqual(listPaths(checkSwiss({ ...payment, iban: "DE89370400440532013000" })), [
      "iban",
    ]);
  });

  it("formatSwissQr requires a complete address in Latin letters", () => {
    const empty = { name: "Строй", street: "x".repeat(71) };
    const issues = checkSwiss({ ...payment, creditor: empty });
    assert.deepEqual(listPaths(issues), [
      "creditor.postalCode",
      "creditor.city",
      "creditor.countryCode",
      "creditor.name",
      "creditor.street",
    ]);
  });
});

describe("formatUpi", () => {
  const payment = {
    upiId: "studio@okbank",
    name: "Asha & Co",
    amount: toDecimal("1180"),
    currency: "INR",
    note: "Invoice 7",
    reference: "7",
  };

  it("formatUpi escapes its members and leaves the address readable", () => {
    assert.equal(
      formatUpi(payment),
      "upi://pay?pa=studio@okbank&pn=Asha%20%26%20Co&am=1180.00&cu=INR&tn=Invoice%207&tr=7",
    );
  });

  it("formatUpi accepts rupees and addresses written name@bank", () => {
    assert.deepEqual(checkUpi(payment), []);
    assert.deepEqual(listPaths(checkUpi({ ...payment, currency: "EUR", upiId: "studio" })), [
      "currency",
      "upiId",
    ]);
    assert.equal(isUpiId("a@b@c"), false);
  });
});
