import { Type } from "typebox";
import { enumOf, type Input, type InputHints, multiLine, singleLine } from "../../../lib/schema.ts";

/** Types of content other than plain text. */
const CONTENT_TYPES = [
  "wifi",
  "contact",
  "email",
  "sms",
  "phone",
  "event",
  "geo",
  "payment",
  "url",
] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

/** Shows a field only for some types. */
function showForTypes(...types: ContentType[]): InputHints {
  return { "x-visible-when": { type: types } };
}

function showForStandards(...standards: string[]): InputHints {
  return { "x-visible-when": { type: ["payment"], standard: standards } };
}

const line = (max: number, description: string, hints: InputHints) =>
  Type.Optional(singleLine(1, max, { "x-forbid": "controls", ...hints, description }));

const lines = (max: number, description: string, hints: InputHints) =>
  Type.Optional(multiLine(1, max, { "x-forbid": "controls", ...hints, description }));

/** For fields whose label is enough. */
const NO_HELP: InputHints = { "x-help": "none" };

const address = {
  street: (hints: InputHints) => line(70, "Street and number.", { ...hints, ...NO_HELP }),
  postalCode: (hints: InputHints) => line(16, "Postal code.", { ...hints, ...NO_HELP }),
  city: (hints: InputHints) => line(35, "Town.", { ...hints, ...NO_HELP }),
  countryCode: (hints: InputHints) =>
    Type.Optional(
      Type.String({
        pattern: "^[A-Za-z]{2}$",
        "x-message": "must be two letters",
        "x-widget": "country",
        ...hints,
        description: "ISO 3166 code of the country, such as CH.",
      }),
    ),
};

const WIFI = showForTypes("wifi");
const CONTACT = showForTypes("contact");
const EMAIL = showForTypes("email");
const EVENT = showForTypes("event");
const SWISS = showForStandards("swiss");

/** Content of a code as fields, from which the text is built and escaped. */
export const QrContent = Type.Object(
  {
    type: enumOf(CONTENT_TYPES, { description: "What the code contains." }),

    ssid: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32,
        "x-text": "bytes",
        title: "Network name",
        ...NO_HELP,
        ...WIFI,
        description: "Name of the network, 1 to 32 bytes.",
      }),
    ),
    security: Type.Optional(
      enumOf(["WPA", "WPA3", "WEP", "none"], {
        "x-synonyms": { WPA2: "WPA", SAE: "WPA3", nopass: "none", open: "none" },
        "x-titles": { WPA: "WPA or WPA2", WPA3: "WPA3 only", none: "None" },
        "x-start": "WPA",
        ...NO_HELP,
        ...WIFI,
        description:
          "WPA (default) also stands for WPA2; WPA3 is for networks that accept nothing else.",
      }),
    ),
    password: Type.Optional(
      Type.String({
        maxLength: 256,
        "x-text": "bytes",
        ...WIFI,
        "x-sensitive": true,
        description: "Password of the network; required unless security is none.",
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({ ...WIFI, description: "The network does not announce its name." }),
    ),

    name: line(
      200,
      "Full name of the contact, or name of the payee.",
      showForTypes("contact", "payment"),
    ),
    firstName: line(100, "First name.", { ...CONTACT, ...NO_HELP }),
    lastName: line(100, "Last name.", { ...CONTACT, ...NO_HELP }),
    organization: line(200, "Company or other organization.", { ...CONTACT, ...NO_HELP }),
    title: line(
      200,
      "Title of the event, or position of the contact.",
      showForTypes("contact", "event"),
    ),
    phones: Type.Optional(
      Type.Array(singleLine(1, 50, { "x-forbid": "controls", description: "Phone number." }), {
        maxItems: 10,
        ...CONTACT,
        ...NO_HELP,
        description: "Phone numbers.",
      }),
    ),
    emails: Type.Optional(
      Type.Array(singleLine(1, 254, { "x-forbid": "controls", description: "Email address." }), {
        maxItems: 10,
        ...CONTACT,
        ...NO_HELP,
        description: "Email addresses.",
      }),
    ),
    url: Type.Optional(
      singleLine(1, 2000, {
        "x-default-scheme": "https",
        title: "URL",
        ...showForTypes("url", "contact"),
        description: "Web address with http or https.",
      }),
    ),
    address: lines(500, "Postal address as one text.", { ...CONTACT, ...NO_HELP }),
    note: lines(1000, "Note about the contact.", { ...CONTACT, ...NO_HELP }),

    to: line(1000, "Email address, or several with commas between.", EMAIL),
    subject: line(500, "Subject of the email.", { ...EMAIL, ...NO_HELP }),
    body: lines(2000, "Text of the email.", { ...EMAIL, ...NO_HELP }),

    number: line(50, "Phone number, such as +1 555 0100.", showForTypes("sms", "phone")),
    message: lines(1000, "Text of the message.", { ...showForTypes("sms"), ...NO_HELP }),

    start: line(
      40,
      "Date (2026-07-01) of an all-day event, else date and time (2026-07-01T18:00), with Z or an offset if it is not local time.",
      { ...EVENT, ...NO_HELP },
    ),
    end: line(40, "Written like start; of an all-day event the last day.", {
      ...EVENT,
      ...NO_HELP,
    }),
    allDay: Type.Optional(
      Type.Boolean({
        ...EVENT,
        ...NO_HELP,
        description: "The event takes whole days. Defaults to true when start is a date.",
      }),
    ),
    location: line(500, "Where the event takes place.", { ...EVENT, ...NO_HELP }),
    description: lines(2000, "Details of the event.", { ...EVENT, ...NO_HELP }),

    latitude: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: 90,
        "x-unit": "degrees",
        ...showForTypes("geo"),
        description: "Degrees north (WGS 84).",
      }),
    ),
    longitude: Type.Optional(
      Type.Number({
        minimum: -180,
        maximum: 180,
        "x-unit": "degrees",
        ...showForTypes("geo"),
        description: "Degrees east (WGS 84).",
      }),
    ),

    standard: Type.Optional(
      enumOf(["epc", "swiss", "upi"], {
        "x-synonyms": { sepa: "epc", girocode: "epc", "qr-bill": "swiss" },
        "x-titles": { epc: "SEPA (EPC)", swiss: "Swiss QR-bill", upi: "UPI" },
        "x-start": "epc",
        ...NO_HELP,
        ...showForTypes("payment"),
        description: "epc (SEPA, EUR), swiss (QR-bill, CHF or EUR) or upi (INR).",
      }),
    ),
    iban: line(50, "Account of the payee.", showForStandards("epc", "swiss")),
    bic: line(15, "BIC of the payee's bank; not needed within the EEA.", showForStandards("epc")),
    upiId: line(320, "UPI address, such as studio@bank.", showForStandards("upi")),
    amount: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 999_999_999.99,
        ...showForTypes("payment"),
        description: "Amount with at most two decimals; without it the payer enters one.",
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z]{3}$",
        "x-message": "must be three letters",
        ...showForTypes("payment"),
        description: "Defaults to EUR for epc, CHF for swiss, INR for upi.",
      }),
    ),
    reference: line(
      140,
      "Reference of the payment: RF… or, for swiss, 27 digits.",
      showForTypes("payment"),
    ),
    text: line(140, "Message to the payee, or note of a UPI payment.", showForTypes("payment")),
    street: address.street(SWISS),
    postalCode: address.postalCode(SWISS),
    city: address.city(SWISS),
    countryCode: address.countryCode(SWISS),
    debtor: Type.Optional(
      Type.Object(
        {
          name: line(70, "Name of the payer.", {}),
          street: address.street({}),
          postalCode: address.postalCode({}),
          city: address.city({}),
          countryCode: address.countryCode({}),
        },
        { ...SWISS, "x-party": "client", description: "Who pays, if that is known." },
      ),
    ),
  },
  {
    "x-advanced": true,
    "x-party": "sender",
    description:
      "Instead of text: wifi, contact, email, sms, phone, event, geo, payment or url, with the fields of its type.",
  },
);

/** A content as the builders of its text receive it. */
export type QrContentInput = Input<typeof QrContent>;

export type ContentField = keyof QrContentInput;
