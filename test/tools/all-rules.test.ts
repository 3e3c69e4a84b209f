import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

/** Inputs that break rules of the schema and others, with the error message that names them all. */
const CASES: readonly (readonly [path: string, input: object, error: string])[] = [
  [
    "/api/v1/currency",
    { from: "ZZZ", maxAgeDays: -1 },
    "maxAgeDays must be at least 0; from is ZZZ, which is not a currency with rates",
  ],
  [
    "/api/v1/currency",
    { from: 5, to: ["EUR", "ZZZ"], amount: "9".repeat(31), date: "2026-02-30" },
    "from must be a string; date must be a date that exists, written YYYY-MM-DD; amount must have at most 30 digits; to[1] is ZZZ, which is not a currency with rates",
  ],
  [
    "/api/v1/barcode",
    { type: "ean13", text: "12", margin: -1 },
    "margin must be at least 0; text must have 12 digits, or 1",
  ],
  ["/api/v1/barcode", { type: "ean", text: "12" }, "type must be one of"],
  [
    "/api/v1/profit-calculator",
    { platform: "amazon", salePrice: -1, materialCost: 1, amazonCategory: "Nothing" },
    "salePrice must be at least 0; amazonCategory must",
  ],
  [
    "/api/v1/qr",
    { content: { type: "wifi", password: "12345678" }, logo: "x", margin: 99 },
    "margin must be at most 32; content.ssid is required; logo must be",
  ],
  [
    "/api/v1/qr",
    { content: { type: "payment", standard: "epc", name: "", iban: "DE00", bic: "x" }, margin: 99 },
    "content.name must not be empty; margin must be at most 32; content.iban must be a valid IBAN; content.bic must be a BIC",
  ],
  [
    "/api/v1/qr",
    { content: { type: "event", title: "", start: "x" }, margin: 99 },
    "content.title must not be empty; margin must be at most 32; content.start must be a date and time",
  ],
  [
    "/api/v1/carbon-footprint",
    { url: "example", monthlyVisits: -1 },
    "monthlyVisits must be at least 0; url is a bad URL: it must begin with",
  ],
  [
    "/api/v1/invoice",
    {
      from: { name: "", vatId: "1", countryCode: "XX" },
      to: { name: "B", electronicAddress: { scheme: "no", id: "1" } },
      items: [{ description: "x", quantity: "1", rate: 1, unit: "zz9" }],
      logo: "x",
      locale: "xx",
      payment: { iban: "DE00", bic: "x", upiId: "a" },
    },
    "from.name must not be empty; from.countryCode must be an ISO 3166 country code of two letters; from.vatId must begin with its country's two letters, such as DE (Greece: EL); to.electronicAddress.scheme must be a code of the EAS list, such as 0204 or EM; items[0].quantity must be a number; items[0].unit must be a UN/ECE Recommendation 20 code, such as HUR, or piece, hour, day, month, kg, km or m; payment.iban must be a valid IBAN; payment.bic must be a BIC of 8 or 11 characters; payment.upiId must be written name@bank; locale must be a tag in en, de, fr, es, it, nl, pt, pl, cs, sk, hu, ro, bg, hr, sl, el, da, sv, nb, fi, et, lv, lt, ga, mt, uk, tr, ar, he, fa, ur, hi, th, ja, ko, zh-Hans, zh-Hant, vi or id; logo must be",
  ],
  [
    "/api/v1/invoice",
    {
      from: { name: "A" },
      to: { name: "B" },
      items: [{ description: "x", quantity: 1, rate: 1 }],
      type: "receipt",
      taxRate: 5,
      taxes: [{ label: "GST", rate: 5 }],
      prepaid: 1,
      rounding: 0.001,
      payment: { qr: "epc" },
      design: "x",
    },
    "design must be one of classic, plain, letter, bold; taxes must be left out beside taxRate; prepaid must be left out for type receipt; rounding must be a multiple of 0.01; payment.qr must be none for type receipt",
  ],
  [
    "/api/v1/hash",
    { text: "a", algorithm: "crc32", expected: "x", hmacKey: "k", hmacKeyEncoding: "hex", all: 1 },
    "all must be true or false; expected must have 8 hex digits or 8 base64 characters for crc32; hmacKey must be hex with two digits for each byte",
  ],
  [
    "/api/v1/hash",
    { base64: "a", expected: "x" },
    "expected must have 32 hex digits for md5, 40 for sha1, 64 for sha256, 96 for sha384 or 128 for sha512, or be such a hash in base64; base64 must be base64",
  ],
  [
    "/api/v1/password",
    { type: "pin", length: 33, count: 0 },
    "count must be at least 1; length must be at most 32 for a pin",
  ],
  [
    "/api/v1/password",
    { uppercase: false, lowercase: false, numbers: false, symbols: false, count: 0 },
    "count must be at least 1; uppercase or lowercase or numbers or symbols must be true",
  ],
  [
    "/api/v1/contract-generator",
    {
      type: "x",
      freelancer: { name: "A" },
      client: { name: "B" },
      project: { title: "", startDate: "2026-02-02", endDate: "2026-02-01" },
      payment: { amount: 1.001, paymentTermsDays: -1 },
      locale: "!",
    },
    "type must be one of freelance-design, web-development, service-agreement, retainer, non-disclosure-agreement; project.title must not be empty; payment.paymentTermsDays must be at least 0; project.endDate must not be before startDate; payment.amount must have at most 2 decimals in USD; locale must be a language tag such as en-GB",
  ],
  [
    "/api/v1/code-image",
    { code: 1, highlightLines: "5-3" },
    "code must be a string; language is required where filename is not set; highlightLines must not have ranges like 5-3, which end before they begin",
  ],
  [
    "/api/v1/meeting-cost",
    {
      attendees: [{ hourlyRate: 1e12, count: 1000 }],
      durationMinutes: 10_000,
      currency: "x",
    },
    "currency must be three letters; attendees must cost at most",
  ],
  [
    "/api/v1/pdf",
    {
      markdown: "# A",
      pageSize: "B9",
      images: { a: "x" },
      attachments: [{ name: "..", data: "!", mediaType: "text/plain" }],
      language: "!!",
    },
    "language must be a language tag such as en or pt-BR; pageSize must be one of A4, Letter, A5; images.a must be a PNG or JPEG image as a base64 data URL; attachments[0].name must be a file name; attachments[0].data must be base64",
  ],
  [
    "/api/v1/webhook-signature",
    {
      secret: "whsec_!",
      scheme: "standard",
      headers: "x",
      bodyBase64: "!",
      at: "2026-02-30T00:00:00Z",
      url: "x",
      toleranceSeconds: -1,
    },
    "toleranceSeconds must be at least 0; headers must have a Name: value in line 1; bodyBase64 must be base64 with padding; at must be a time that exists; url must be a full URL that starts with https:// or http://; secret must be base64 after whsec_ for scheme standard",
  ],
  [
    "/api/v1/qr",
    { text: "a".repeat(2954), darkColor: "#fff", width: 500, moduleMm: 1, margin: 99 },
    "margin must be at most 32; lightColor must differ from darkColor; text ",
  ],
  [
    "/api/v1/barcode",
    {
      type: "aztec",
      text: "a",
      darkColor: "#fff",
      scale: 2,
      dpi: 300,
      errorCorrection: 2,
      margin: -1,
    },
    "margin must be at least 0; lightColor must differ from darkColor; scale must not be combined with dpi; errorCorrection must be at least 5 for aztec",
  ],
  ["/api/v1/barcode-read", { image: "!", max: 0 }, "max must be at least 1; image must be base64"],
];

describe("one response names every broken rule of an input", () => {
  let server: RunningServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  for (const [path, input, expected] of CASES) {
    it(`${path} names every broken rule of ${JSON.stringify(input).slice(0, 60)}`, async () => {
      const response = await postJson(server.url + path, input);
      const { error } = (await response.json()) as { error: string };
      assert.deepEqual([response.status, error.slice(0, expected.length)], [422, expected]);
    });
  }
});
