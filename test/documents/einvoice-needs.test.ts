import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatPath, ValidationError } from "#src/lib/errors.js";
import { BUSINESS_CASES, BUYER, type Request, SELLER } from "./support/invoices.ts";
import { createInvoice, writeXml } from "./support/write.ts";

const BARE_ITEM = { description: "Work", quantity: 1, rate: 100 };
const BARE: Request = {
  from: { name: "Ada" },
  to: { name: "Bob" },
  items: [BARE_ITEM],
};
const COMPLETE = BUSINESS_CASES["one rate"] ?? {};

function catchRefusal(request: Request, profile: Parameters<typeof writeXml>[1]): string {
  try {
    writeXml(request, profile);
    return "";
  } catch (error) {
    assert.ok(error instanceof ValidationError);
    return error.message;
  }
}

/** Returns Peppol's issues of a complete invoice whose seller has these members. */
function refuseSeller(members: object): string {
  return catchRefusal({ ...COMPLETE, from: { ...SELLER, ...members } }, "peppol");
}

describe("missing members are named in one error, with their terms", () => {
  it("an error for plain EN 16931 names the missing members", () => {
    assert.equal(
      catchRefusal(BARE, "ubl"),
      "ubl needs from.countryCode (BT-40); ubl needs to.countryCode (BT-55); ubl needs taxCategory (BT-151)",
    );
    assert.equal(
      catchRefusal({ ...BARE, taxRate: 19 }, "cii"),
      "cii needs from.countryCode (BT-40); cii needs to.countryCode (BT-55); " +
        "cii needs from.vatId (BT-31) or from.taxNumber (BT-32)",
    );
  });

  it("an error points to each missing member", () => {
    const items = [{ description: "Work", quantity: 1, rate: 100, taxRate: 19 }, BARE_ITEM];
    assert.throws(
      () => writeXml({ ...BARE, items }, "xrechnung"),
      (error) => {
        assert.ok(error instanceof ValidationError);
        const paths = error.issues.map(({ path }) => formatPath(path));
        assert.deepEqual(paths.slice(0, 6), [
          "from.countryCode",
          "to.countryCode",
          "items[1].taxCategory",
          "from.vatId",
          "buyerReference",
          "payment.iban",
        ]);
        assert.ok(error.message.startsWith("xrechnung needs from.countryCode (BT-40); "));
        return true;
      },
    );
  });

  it("an error for XRechnung names the missing members", () => {
    const request = {
      ...COMPLETE,
      buyerReference: " ",
      from: { ...SELLER, contactName: undefined },
    };
    assert.equal(
      catchRefusal(request, "xrechnung"),
      "xrechnung needs buyerReference (BT-10); xrechnung needs from.contactName (BT-41)",
    );
    assert.equal(
      catchRefusal({ ...COMPLETE, taxRate: 0, taxCategory: "O" }, "xrechnung-cii"),
      "xrechnung-cii does not take taxCategory O (BT-151)",
    );
  });

  it("an error for Peppol names the missing members", () => {
    const abroad = { ...BUYER, countryCode: "FR", electronicAddress: undefined };
    const request = {
      ...COMPLETE,
      to: abroad,
      buyerReference: undefined,
      orderReference: undefined,
    };
    assert.equal(
      catchRefusal(request, "peppol"),
      "peppol needs buyerReference (BT-10) or orderReference (BT-13); peppol needs to.electronicAddress (BT-49)",
    );
  });

  it("an error for each tax category names the missing members", () => {
    const request = {
      ...BARE,
      from: { name: "A", countryCode: "DE" },
      to: { name: "B", countryCode: "FR" },
    };
    const withCategory = (taxCategory: string) => catchRefusal({ ...request, taxCategory }, "ubl");
    const both = "ubl needs from.vatId (BT-31); ubl needs to.vatId (BT-48)";
    assert.equal(withCategory("Z"), "ubl needs from.vatId (BT-31) or from.taxNumber (BT-32)");
    assert.equal(withCategory("AE"), both);
    assert.equal(withCategory("G"), "ubl needs from.vatId (BT-31)");
    assert.equal(withCategory("O"), "ubl needs from.registrationId (BT-30)");
    assert.equal(
      withCategory("K"),
      `${both}; ubl needs deliveryDate (BT-72) or servicePeriod (BG-14); ` +
        "ubl needs to.city (BT-52); ubl needs to.postalCode (BT-53)",
    );
  });

  it("an error about items names them by their index", () => {
    const items = [
      { description: "A", quantity: 1, rate: 1, taxRate: 19 },
      { description: "B", quantity: 1, rate: 1 },
    ];
    const request = { ...COMPLETE, taxRate: 0, items };
    assert.equal(catchRefusal(request, "ubl"), "ubl needs items[1].taxCategory (BT-151)");
  });

  it("an error for sellers in countries with national rules names the missing members", () => {
    const danish = { countryCode: "DK", vatId: "DK13585628" };
    assert.equal(refuseSeller(danish), "peppol needs from.registrationId (BT-30) with scheme 0184");
    assert.match(
      refuseSeller({ countryCode: "GR", vatId: "GR123456789" }),
      /^peppol does not take a Greek/,
    );
    const gln = { electronicAddress: { scheme: "0088", id: "4012345000001" } };
    assert.equal(
      refuseSeller(gln),
      "peppol needs from.electronicAddress (BT-34) to be a valid number of scheme 0088",
    );
  });
});

describe("values that no schema can check are rejected by path", () => {
  const cases: [members: Request, message: string][] = [
    [{ payment: { iban: "DE89370400440532013001" } }, "payment.iban must be a valid IBAN"],
    [{ payment: { bic: "COBA" } }, "payment.bic must be a BIC"],
    [{ payment: { link: "javascript:alert(1)" } }, "payment.link must be a web address"],
    [{ payment: { upiId: "studio" } }, "payment.upiId must be written name@bank"],
    [{ from: { ...SELLER, countryCode: "XX" } }, "from.countryCode must be an ISO 3166"],
    [{ from: { ...SELLER, vatId: "123" } }, "from.vatId must begin with"],
    [
      { to: { ...BUYER, electronicAddress: { scheme: "9999", id: "1" } } },
      "to.electronicAddress.scheme must be",
    ],
    [
      { to: { ...BUYER, registrationId: { scheme: "9999", id: "1" } } },
      "to.registrationId.scheme must be",
    ],
    [{ taxCategory: "AE" }, "taxRate must be 0 for taxCategory AE"],
    [{ taxCategory: "S", taxRate: 0 }, "taxRate must be more than 0 for taxCategory S"],
    [
      { servicePeriod: { start: "2026-02-01", end: "2026-01-01" } },
      "servicePeriod.end must not be before",
    ],
    [{ prepaid: 1e6 }, "prepaid must be at most the total"],
    [{ locale: "sw" }, "locale must be a tag in en, de"],
    [{ locale: "-" }, "locale must be a tag in en, de"],
    [{ payment: { qr: "epc" } }, "payment.iban is required for payment.qr epc"],
    [{ payment: { qr: "upi", upiId: "studio@bank" } }, "currency must be INR for payment.qr upi"],
    [{ payment: { qr: "upi" } }, "payment.upiId is required for payment.qr upi"],
  ];
  for (const [members, message] of cases) {
    it(`a request with ${JSON.stringify(members).slice(0, 80)} is rejected by path`, () => {
      assert.throws(
        () => createInvoice({ ...COMPLETE, ...members }),
        (error: Error) => error.message.startsWith(message),
      );
    });
  }

  it("a malformed value is reported once, although a payment code needs it, too", () => {
    const payment = { iban: "DE89370400440532013001", bic: "COBA", qr: "epc" };
    assert.throws(() => createInvoice({ ...COMPLETE, currency: "EUR", payment }), {
      message: "payment.iban must be a valid IBAN; payment.bic must be a BIC of 8 or 11 characters",
    });
  });

  it("an unknown unit is rejected by path", () => {
    const items = [{ description: "A", quantity: 1, rate: 1, unit: "parsnip" }];
    assert.throws(
      () => createInvoice({ ...COMPLETE, items }),
      /items\[0\]\.unit must be a UN\/ECE/,
    );
  });

  it("the first problem does not hide the others in an error", () => {
    const request = { ...COMPLETE, locale: "sw", payment: { iban: "DE1", bic: "X" } };
    assert.throws(
      () => createInvoice(request),
      /payment\.iban [^;]+; payment\.bic [^;]+; locale [^;]+$/,
    );
  });
});
