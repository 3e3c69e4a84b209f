import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { formatContent } from "#src/tools/qr/content/content.js";
import { QrContent } from "#src/tools/qr/content/schema.js";
import { createQrCode } from "#src/tools/qr/qr.js";
import { QrInput } from "#src/tools/qr/schema.js";
import { root } from "../support/server.ts";

const parse = compileInput(QrContent);
const parseRequest = compileInput(QrInput);
const toText = (content: object) => formatContent(parse(content));

/** Parsers of other authors, which are installed apart from the packages of the product. */
const require = createRequire(join(root, "test", "consumers", "package.json"));

interface ICalComponent {
  getFirstPropertyValue(name: string): unknown;
  getFirstProperty(name: string): { type: string; getFirstValue(): unknown } | null;
  getAllProperties(name: string): { getFirstValue(): unknown }[];
}
const ical = require("ical.js") as {
  parse(text: string): unknown;
  Component: new (parsed: unknown) => ICalComponent;
};
const parseComponent = (text: string) => new ical.Component(ical.parse(text));

interface VCardProperty {
  valueOf(): string;
}
const VCard = require("vcf") as {
  parse(text: string): { get(name: string): VCardProperty | VCardProperty[] | undefined }[];
};

const ZXING = "/usr/share/java/core.jar";
const skipsZxing =
  existsSync(ZXING) && spawnSync("java", ["-version"]).status === 0
    ? false
    : "needs java and libzxing-core-java";

/** The fields that ZXing's apps parse from a text: values by name. */
function parseByZxing(texts: readonly string[]): Record<string, string[]>[] {
  const program = join(root, "test", "qr", "zxing", "ParseResults.java");
  const input = texts.map((text) => `${Buffer.from(text).toString("base64")}\n`).join("");
  const { stdout, stderr } = spawnSync("java", ["-cp", ZXING, program], {
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  assert.equal(stderr, "");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const fields: Record<string, string[]> = {};
      for (const field of line.split(" ")) {
        const split = field.indexOf("=");
        const text = Buffer.from(field.slice(split + 1), "base64").toString();
        (fields[field.slice(0, split)] ??= []).push(text);
      }
      return fields;
    });
}

/**
 * Names with every character that has a meaning in a format, emoji, and text from right to left.
 */
const HOSTILE = [
  `a;b,c:d\\e"f`,
  "\\",
  ";;",
  `"quoted"`,
  "Café 😀 👩‍👩‍👧",
  "שלום עולם",
  "مرحبا",
  "P:x;T:WEP;;",
  "\\;\\,\\:",
  "DEADBEEF",
  "漢字",
  "x".repeat(99),
];

describe("Wi-Fi content", () => {
  it("Wi-Fi content is escaped by the format that phones read", () => {
    assert.equal(
      toText({ type: "wifi", ssid: "Guests", password: "welcome-in" }),
      "WIFI:T:WPA;S:Guests;P:welcome-in;;",
    );
    assert.equal(
      toText({ type: "wifi", ssid: `a;b,c:d\\e"f`, password: "x", security: "wep", hidden: true }),
      'WIFI:T:WEP;S:a\\;b\\,c\\:d\\\\e\\"f;P:x;H:true;;',
    );
    const open = { type: "wifi", ssid: "Café", security: "none", password: "" };
    assert.equal(toText(open), "WIFI:T:nopass;S:Café;;");
    const sae = { type: "wifi", ssid: "a", password: "b", security: "WPA3", hidden: false };
    assert.equal(toText(sae), "WIFI:T:SAE;S:a;P:b;;");
  });

  it("ZXing's apps understand Wi-Fi content", { skip: skipsZxing }, () => {
    const networks = HOSTILE.map((name) => {
      const ssid = Buffer.byteLength(name) > 32 ? name.slice(0, 5) : name;
      return { type: "wifi", ssid, password: name, hidden: name.length % 2 === 0 };
    });
    const parsed = parseByZxing(networks.map(toText));
    for (const [index, { ssid, password, hidden }] of networks.entries()) {
      assert.deepEqual(parsed[index], {
        type: ["WIFI"],
        ssid: [ssid],
        password: [password],
        security: ["WPA"],
        hidden: [String(hidden)],
      });
    }
  });
});

describe("formatContact", () => {
  const contacts = HOSTILE.map((text) => ({
    type: "contact",
    firstName: text,
    lastName: `${text}!`,
    organization: text,
    title: text,
    phones: ["+1 555 0100", "+44 20 7946 0000"],
    emails: ["ada@example.com", "büro@example.com"],
    url: "https://example.com/a;b,c?d=e",
    address: `${text}\n10115 Berlin`,
    note: `${text}\r\nsecond line`,
  }));

  it("formatContact returns a vCard 3.0 with folded lines", () => {
    const text = toText({ type: "contact", name: "Ada Lovelace", note: "x".repeat(100) });
    assert.deepEqual(text.split("\r\n"), [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Ada Lovelace;;;;",
      "FN:Ada Lovelace",
      `NOTE:${"x".repeat(70)}`,
      ` ${"x".repeat(30)}`,
      "END:VCARD",
    ]);
  });

  it("a vCard has lines of at most 75 octets that do not split a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }), (note) => {
        // ical.js keeps the backslash before a semicolon.
        fc.pre(note.trim() !== "" && !/[\p{Cc}\u2028\u2029;]/u.test(note));
        const text = toText({ type: "contact", name: "a", note });
        assert.ok(text.isWellFormed());
        for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75);
        const written = parseComponent(text).getFirstPropertyValue("note");
        assert.equal(written, note);
      }),
    );
  });

  it("ical.js understands contacts", () => {
    // ical.js takes the second of two backslashes before a semicolon for the beginning of an
    // escape.
    for (const contact of contacts.filter(({ title }) => !title.endsWith("\\"))) {
      const card = parseComponent(toText(contact));
      const getFirst = (name: string) => card.getFirstPropertyValue(name);
      assert.deepEqual((getFirst("n") as string[]).slice(0, 2), [
        contact.lastName,
        contact.firstName,
      ]);
      assert.equal((getFirst("adr") as string[])[2], contact.address);
      assert.equal(getFirst("url"), contact.url);
      const phones = card.getAllProperties("tel").map((property) => property.getFirstValue());
      assert.deepEqual(phones, contact.phones);
      // ical.js keeps the backslash before a semicolon in properties of one text, although RFC 2426
      // has it escaped there.
      if (contact.title.includes(";")) continue;
      assert.equal(getFirst("fn"), `${contact.firstName} ${contact.lastName}`);
      assert.equal([getFirst("org")].flat().join(), contact.organization);
      assert.equal(getFirst("title"), contact.title);
      assert.equal(getFirst("note"), contact.note.replace("\r\n", "\n"));
    }
  });

  it("vcf understands contacts", () => {
    const plain = { ...contacts[4], name: "Ada; Lovelace" };
    const [card] = VCard.parse(toText(plain));
    const listValues = (name: string) => [card?.get(name) ?? []].flat().map((one) => one.valueOf());
    assert.deepEqual(listValues("tel"), plain.phones);
    assert.deepEqual(listValues("email"), plain.emails);
    assert.deepEqual(listValues("title"), [plain.title]);
  });

  it("ZXing's apps understand contacts", { skip: skipsZxing }, () => {
    const parsed = parseByZxing(contacts.map(toText));
    for (const [index, contact] of contacts.entries()) {
      const fields = parsed[index] ?? {};
      assert.equal(fields["type"]?.[0], "ADDRESSBOOK");
      assert.deepEqual(fields["names"], [`${contact.firstName} ${contact.lastName}`]);
      assert.deepEqual(fields["phones"], contact.phones);
      assert.deepEqual(fields["emails"], contact.emails);
      assert.deepEqual(fields["title"], [contact.title]);
      assert.deepEqual(fields["note"], [contact.note.replace("\r\n", "\n")]);
      assert.deepEqual(fields["urls"], [contact.url]);
    }
  });
});

function createEvent(fields: object): object {
  return { type: "event", title: "Launch", ...fields };
}

/** Returns the value of a property as ical.js reads it. */
function readValue(text: string, name: string): string {
  return String(parseComponent(text).getFirstPropertyValue(name));
}

describe("event content", () => {
  it("an event has local times, UTC times and whole days", () => {
    const local = toText(createEvent({ start: "2026-07-01T18:00", end: "2026-07-01 20:30:15" }));
    assert.deepEqual(local.split("\r\n"), [
      "BEGIN:VEVENT",
      "SUMMARY:Launch",
      "DTSTART:20260701T180000",
      "DTEND:20260701T203015",
      "END:VEVENT",
    ]);
    assert.equal(readValue(local, "dtstart"), "2026-07-01T18:00:00");
    const world = toText(
      createEvent({ start: "2026-07-01T01:00+02:00", end: "2026-07-01T00:00Z" }),
    );
    assert.equal(readValue(world, "dtstart"), "2026-06-30T23:00:00Z");
    assert.equal(readValue(world, "dtend"), "2026-07-01T00:00:00Z");
    const days = toText(createEvent({ start: "2026-12-30", end: "2026-12-31", allDay: true }));
    assert.equal(readValue(days, "dtstart"), "2026-12-30");
    assert.equal(readValue(days, "dtend"), "2027-01-01");
    assert.equal(
      toText(createEvent({ start: "2026-02-28", end: "2026-02-28" })).includes("DATE:20260301"),
      true,
    );
    assert.doesNotMatch(toText(createEvent({ start: "2026-02-28" })), /DTEND/);
  });

  const events = HOSTILE.map((text) => ({
    type: "event",
    title: text,
    start: "2026-07-01T18:00Z",
    end: "2026-07-01T19:00Z",
    location: text,
    description: `${text}\nsecond line`,
  }));

  it("ical.js understands events", () => {
    for (const one of events) {
      const text = toText(one);
      assert.equal(readValue(text, "summary"), one.title);
      assert.equal(readValue(text, "location"), one.location);
      assert.equal(readValue(text, "description"), one.description);
    }
  });

  it("ZXing's apps understand events", { skip: skipsZxing }, () => {
    const days = { ...events[0], start: "2026-07-01", end: "2026-07-02" };
    const parsed = parseByZxing([...events, days].map(toText));
    for (const [index, one] of events.entries()) {
      assert.deepEqual(parsed[index], {
        type: ["CALENDAR"],
        title: [one.title],
        start: [String(Date.UTC(2026, 6, 1, 18))],
        end: [String(Date.UTC(2026, 6, 1, 19))],
        allDay: ["false"],
        location: [one.location],
        description: [one.description],
      });
    }
    assert.equal(parsed.at(-1)?.["allDay"]?.[0], "true");
  });
});

describe("email, SMS, phone, geo and URL content", () => {
  it("email, SMS, phone, geo and URL content are URIs and messages with exact escapes", () => {
    const body = "Hällo & more?\n100%";
    assert.equal(
      toText({ type: "email", to: "ada+qr@example.com", subject: "a=b&c", body }),
      "mailto:ada%2Bqr@example.com?subject=a%3Db%26c&body=H%C3%A4llo%20%26%20more%3F%0D%0A100%25",
    );
    assert.equal(toText({ type: "email", to: "a@b.de, c@d.de" }), "mailto:a@b.de,c@d.de");
    assert.equal(
      toText({ type: "sms", number: "+1 (555) 010-0", message: "Hi: there; \\o/" }),
      "SMSTO:+15550100:Hi: there; \\o/",
    );
    assert.equal(toText({ type: "phone", number: "+1 555 0100" }), "tel:+15550100");
    assert.equal(toText({ type: "phone", number: "*100#" }), "tel:*100%23");
    assert.equal(
      toText({ type: "geo", latitude: 52.5163, longitude: -1e-7 }),
      "geo:52.5163,-0.0000001",
    );
    assert.equal(toText({ type: "geo", latitude: -0, longitude: 180 }), "geo:0,180");
    assert.equal(
      toText({ type: "url", url: " HTTPS://Bücher.example/a b?q=ü " }),
      "https://xn--bcher-kva.example/a%20b?q=%C3%BC",
    );
  });

  it("ZXing's apps understand email, SMS, phone, geo and URL content", { skip: skipsZxing }, () => {
    const emails = HOSTILE.map((text) => ({
      type: "email",
      to: "ada@example.com",
      subject: text,
      body: `${text}\nsecond line`,
    }));
    const messages = HOSTILE.map((text) => ({ type: "sms", number: "+15550100", message: text }));
    const others = [
      { type: "phone", number: "+15550100" },
      { type: "geo", latitude: 52.5163, longitude: 13.3777 },
      { type: "url", url: "https://example.com/?a=b" },
    ];
    const parsed = parseByZxing([...emails, ...messages, ...others].map(toText));
    for (const [index, { subject, body }] of emails.entries()) {
      assert.deepEqual(parsed[index], {
        type: ["EMAIL_ADDRESS"],
        to: ["ada@example.com"],
        subject: [subject],
        body: [body.replaceAll("\n", "\r\n")],
      });
    }
    for (const [index, { message }] of messages.entries()) {
      const fields = parsed[emails.length + index];
      assert.deepEqual(fields, { type: ["SMS"], numbers: ["+15550100"], message: [message] });
    }
    assert.deepEqual(parsed.slice(-3), [
      { type: ["TEL"], number: ["+15550100"] },
      { type: ["GEO"], latitude: ["52.5163"], longitude: ["13.3777"] },
      { type: ["URI"], url: ["https://example.com/?a=b"] },
    ]);
  });
});

function assertRejects(content: object, message: string): void {
  assert.throws(() => toText(content), { message });
}

describe("payment content", () => {
  const EPC = {
    type: "payment",
    standard: "epc",
    name: "Red Cross",
    iban: "be72 0000 0000 1616",
    bic: "BPOTBEB1",
  };
  const SWISS = {
    type: "payment",
    standard: "swiss",
    name: "Max Muster & Söhne",
    street: "Musterstrasse 123",
    postalCode: "8000",
    city: "Seldwyla",
    countryCode: "ch",
  };

  it("an epc payment is the text of EPC069-12", () => {
    assert.deepEqual(toText({ ...EPC, amount: 1, text: "Urgency fund" }).split("\n"), [
      "BCD",
      "002",
      "1",
      "SCT",
      "BPOTBEB1",
      "Red Cross",
      "BE72000000001616",
      "EUR1.00",
      "",
      "",
      "Urgency fund",
    ]);
    const structured = toText({ ...EPC, reference: "RF18 5390 0754 7034" }).split("\n");
    assert.deepEqual(structured.slice(7), ["", "", "RF18539007547034"]);
  });

  it("a swiss payment is the 31 lines of the QR-bill", () => {
    const bill = {
      ...SWISS,
      iban: "CH44 3199 9123 0008 8901 2",
      amount: 1949.75,
      reference: "21 00000 00003 13947 14300 09017",
      text: "Order of 15 June",
      debtor: {
        name: "Simon Muster",
        street: "Weg 1",
        postalCode: "8000",
        city: "Zug",
        countryCode: "CH",
      },
    };
    const lines = toText(bill).split("\r\n");
    assert.equal(lines.length, 31);
    assert.deepEqual(lines.slice(0, 6), [
      "SPC",
      "0200",
      "1",
      "CH4431999123000889012",
      "S",
      bill.name,
    ]);
    assert.deepEqual(lines.slice(18, 22), ["1949.75", "CHF", "S", "Simon Muster"]);
    assert.deepEqual(lines.slice(27), ["QRR", "210000000003139471430009017", bill.text, "EPD"]);
    const open = toText({ ...SWISS, iban: "CH5800791123000889012", currency: "eur" }).split("\r\n");
    assert.deepEqual(open.slice(18, 20), ["", "EUR"]);
    assert.equal(open[27], "NON");
  });

  it("a upi payment is the URL of NPCI", () => {
    const text = toText({
      type: "payment",
      standard: "upi",
      upiId: "studio@bank",
      name: "A&B=C",
      amount: 12.5,
      text: "No. 7",
      reference: "INV-7",
    });
    const url = new URL(text);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      pa: "studio@bank",
      pn: "A&B=C",
      am: "12.50",
      cu: "INR",
      tn: "No. 7",
      tr: "INV-7",
    });
  });

  it("an error about a payment names the invalid fields", () => {
    assertRejects({ type: "payment" }, "content.standard is required");
    assertRejects(
      { type: "payment", standard: "epc" },
      "content.name is required; content.iban is required",
    );
    assertRejects({ ...EPC, iban: "DE00" }, "content.iban must be a valid IBAN");
    assertRejects({ ...EPC, amount: 1.005 }, "content.amount must have at most two decimals");
    assertRejects({ ...EPC, currency: "usd" }, "content.currency must be EUR");
    assertRejects(
      { ...EPC, reference: "a", text: "b" },
      "content.text must not be combined with content.reference",
    );
    assertRejects(
      { ...SWISS, iban: "CH5800791123000889012", countryCode: null },
      "content.countryCode is required",
    );
    assertRejects(
      { ...SWISS, iban: "CH5800791123000889012", debtor: {} },
      "content.debtor.name is required",
    );
    assertRejects(
      { type: "payment", standard: "upi", name: "a", upiId: "bank" },
      "content.upiId must be written name@bank",
    );
  });
});

describe("invalid QR contents", () => {
  for (const [content, message] of [
    [{ type: "wifi" }, "content.ssid is required; content.password is required"],
    [{ type: "wifi", ssid: "a" }, "content.password is required"],
    [{ type: "wifi", ssid: "a", password: "" }, "content.password is required"],
    [
      { type: "wifi", ssid: "é".repeat(17), password: "x" },
      "content.ssid must have at most 32 bytes as UTF-8",
    ],
    [
      { type: "contact" },
      "content.name is required unless content.firstName or content.lastName is set",
    ],
    [
      { type: "contact", name: "a", emails: ["a@b.de", "a"] },
      "content.emails[1] must be an email address",
    ],
    [
      { type: "contact", name: "a", url: "javascript:alert(1)" },
      "content.url must be an http or https URL",
    ],
    [{ type: "email", to: "a" }, "content.to must be an email address"],
    [
      { type: "sms", number: "call me" },
      "content.number must be a phone number such as +1 555 0100",
    ],
    [{ type: "phone" }, "content.number is required"],
    [{ type: "event", title: "a" }, "content.start is required"],
    [
      { type: "event", title: "a", start: "tomorrow" },
      "content.start must be a date and time such as 2026-07-01T18:00",
    ],
    [
      { type: "event", title: "a", start: "2026-02-30T10:00" },
      "content.start must be a date and time such as 2026-07-01T18:00",
    ],
    [
      { type: "event", title: "a", start: "2026-07-01", allDay: false },
      "content.start must be a date and time such as 2026-07-01T18:00",
    ],
    [
      { type: "event", title: "a", start: "2026-07-01T10:00", allDay: true },
      "content.start must be a date such as 2026-07-01 for an all-day event",
    ],
    [
      { type: "event", title: "a", start: "2026-07-01", end: "2026-06-30" },
      "content.end must not be before content.start",
    ],
    [
      { type: "event", title: "a", start: "2026-07-01T10:00", end: "2026-07-01T10:00" },
      "content.end must be after content.start",
    ],
    [
      { type: "event", title: "a", start: "2026-07-01T10:00", end: "2026-07-01T11:00Z" },
      "content.end must have an offset if content.start has one, and none otherwise",
    ],
    [{ type: "geo", latitude: 1 }, "content.longitude is required"],
    [{ type: "geo", latitude: 91, longitude: 0 }, "content.latitude must be at most 90"],
    [{ type: "url", url: "ftp://a" }, "content.url must be an http or https URL"],
    [{ type: "url", url: "https://" }, "content.url must be an http or https URL"],
    [{}, "content.type is required"],
    [
      { type: "fax" },
      "content.type must be one of wifi, contact, email, sms, phone, event, geo, payment, url",
    ],
    [{ type: "contact", name: "a\u0000" }, "content.name must not contain control characters"],
    [
      { type: "contact", name: "a", note: "x".repeat(1000), address: "😀".repeat(400) },
      "content needs 2774 bytes; level M holds at most 2331",
    ],
  ] as const) {
    it(`content is rejected with "${message}": ${JSON.stringify(content).slice(0, 80)}`, () => {
      assert.throws(() => createQrCode(parseRequest({ content })), { message });
    });
  }

  it("text and content together, or neither, are rejected", () => {
    const content = { type: "url", url: "https://example.com" };
    assert.throws(() => createQrCode(parseRequest({ text: "a", content })), {
      message: "text must not be combined with content",
    });
    assert.throws(() => createQrCode(parseRequest({})), {
      message: "text is required unless content is set",
    });
    assert.throws(() => createQrCode(parseRequest({ content: "wifi" })), {
      message: "content must be an object",
    });
  });
});
