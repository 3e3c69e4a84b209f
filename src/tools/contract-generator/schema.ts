import { Type } from "typebox";
import {
  calendarDate,
  enumOf,
  type Input,
  type InputHints,
  singleLine,
  multiLine,
  optionalWithDefault,
  describeForClients,
} from "../../lib/schema.ts";
import { FOR_PAID, FOR_WORK, TYPES } from "./agreement-types.ts";
import { Payment, Percent, Retainer } from "./payment-schema.ts";
import { FILLED, SAFE } from "./text-hints.ts";

/** Maximum number of deliverables, as a list or as lines of a text. */
export const MAX_DELIVERABLES = 50;

const Party = (description: string, role: "sender" | "client") =>
  Type.Object(
    {
      name: singleLine(1, 200, {
        ...FILLED,
        ...SAFE,
        ...describeForClients("Full name of the person or company."),
      }),
      email: Type.Optional(
        singleLine(0, 254, { ...SAFE, ...describeForClients("Email address.") }),
      ),
      address: Type.Optional(
        multiLine(0, 500, { ...SAFE, ...describeForClients("Postal address, one line per row.") }),
      ),
    },
    { "x-party": role, description },
  );

const Switch = (title: string, description: string, hints: InputHints = {}) =>
  Type.Optional(Type.Boolean({ title, ...hints, description }));

const Project = Type.Object(
  {
    title: singleLine(1, 200, {
      ...FILLED,
      ...SAFE,
      ...describeForClients("Name of the project."),
    }),
    description: Type.Optional(
      multiLine(0, 5000, { ...SAFE, ...describeForClients("What the project is about.") }),
    ),
    deliverables: Type.Optional(
      Type.Union(
        [
          multiLine(0, 5000, SAFE),
          Type.Array(singleLine(1, 500, { ...FILLED, ...SAFE }), {
            minItems: 1,
            maxItems: MAX_DELIVERABLES,
          }),
        ],
        {
          "x-visible-when": FOR_PAID,
          description: "What the client receives: one on each line, or a list.",
        },
      ),
    ),
    startDate: Type.Optional(
      calendarDate({ "x-days-from-today": 7, ...describeForClients("The day work begins.") }),
    ),
    endDate: Type.Optional(
      calendarDate({
        "x-days-from-today": 98,
        description: "Target date, on or after the start date.",
      }),
    ),
  },
  describeForClients("The work that is agreed on."),
);

const NonDisclosure = Type.Object(
  {
    disclosingParty: optionalWithDefault(
      enumOf(["both", "client", "freelancer"], {
        "x-synonyms": { mutual: "both" },
        "x-titles": {
          both: "Both parties (mutual)",
          client: "The client only (one-way)",
          freelancer: "The freelancer only (one-way)",
        },
        ...describeForClients("Who discloses information: both (mutual) or one (one-way)."),
      }),
      "both",
    ),
    confidentialityYears: optionalWithDefault(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        title: "Confidential for",
        "x-unit": "years",
        description: "Years after the end of the agreement.",
      }),
      3,
    ),
  },
  {
    title: "Disclosure",
    "x-visible-when": { type: ["non-disclosure-agreement"] },
    ...describeForClients("Who discloses, and for how long it stays confidential."),
  },
);

const Clauses = Type.Object(
  {
    revisionRounds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        "x-visible-when": FOR_WORK,
        description: "Rounds of revisions included in the fee. Defaults to reasonable corrections.",
      }),
    ),
    ipTransferOnPayment: optionalWithDefault(
      Type.Boolean({
        title: "Rights pass to the client on payment",
        "x-visible-when": FOR_PAID,
        description: "Otherwise the freelancer keeps the rights and grants a license.",
      }),
      true,
    ),
    killFeePercent: Percent(
      "Percent of the fee due when the client ends the project early. Defaults to 25 with the clause.",
      { title: "Part of the fee", "x-unit": "%", "x-visible-when": FOR_WORK },
    ),
    includeKillFee: Switch(
      "Kill fee",
      "Due when the client ends the project early. Defaults to on where killFeePercent is above 0.",
      { "x-visible-when": FOR_WORK },
    ),
    includeNDA: Switch(
      "Confidentiality",
      "Both parties keep each other's information confidential.",
      { "x-visible-when": FOR_PAID },
    ),
    includeNonSolicitation: Switch("Non-solicitation", "Neither party hires the other's people."),
    governingState: Type.Optional(
      singleLine(0, 100, {
        ...SAFE,
        title: "Governing law",
        description: "State or country whose laws apply.",
      }),
    ),
    includeForce: Switch("Force majeure", "Excuses delays outside either party's control.", {
      "x-visible-when": FOR_PAID,
    }),
  },
  { "x-widget": "clauses", ...describeForClients("Clauses to add or adapt.") },
);

/** The input: parties, project, payment, clauses and document options. */
export const ContractInput = Type.Object({
  type: enumOf(TYPES, {
    "x-synonyms": {
      "non-disclosure": "non-disclosure-agreement",
      "retainer-agreement": "retainer",
    },
    ...describeForClients("Type of agreement. Members of other types are ignored."),
  }),
  freelancer: Party("Who does the work.", "sender"),
  client: Party("Who pays for it.", "client"),
  project: Project,
  payment: Type.Optional(Payment),
  retainer: Type.Optional(Retainer),
  nda: Type.Optional(NonDisclosure),
  clauses: Type.Optional(Clauses),
  typographicQuotes: optionalWithDefault(
    Type.Boolean({
      "x-advanced": true,
      "x-start": "true",
      description: "Writes “quotes” and ’ in our words instead of straight ones.",
    }),
    false,
  ),
  notice: optionalWithDefault(
    Type.Boolean({
      "x-advanced": true,
      "x-start": "false",
      title: "Legal notice",
      description: 'Prints the "not legal advice" note in documents. JSON always has it.',
    }),
    true,
  ),
  locale: Type.Optional(
    singleLine(0, 35, {
      ...SAFE,
      "x-advanced": true,
      title: "Date format",
      description: "Language tag that formats dates, such as en-GB. Defaults to en in documents.",
    }),
  ),
});

/** A valid request with its defaults. */
export type ContractRequest = Input<typeof ContractInput>;

/** Output formats; the first one is the default. */
export const FORMATS = ["json", "html", "markdown", "docx", "pdf"] as const;

export type ContractFormat = (typeof FORMATS)[number];

export const MEDIA_TYPES = {
  json: "application/json",
  html: "text/html",
  markdown: "text/markdown",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pdf: "application/pdf",
} as const satisfies Record<ContractFormat, string>;

export const ContractQuery = Type.Object({
  format: Type.Optional(
    enumOf(FORMATS, {
      "x-advanced": true,
      "x-start": "html",
      "x-synonyms": { md: "markdown", word: "docx" },
      "x-media": MEDIA_TYPES,
      "x-titles": { json: "Plain text (JSON)", docx: "Word" },
      description:
        "JSON: the plain text. HTML, Markdown, DOCX and PDF: a document. Defaults to json.",
    }),
  ),
});

/** The JSON output: the agreement as plain text. */
export const ContractOutput = Type.Object({
  contract: Type.String({ description: "The agreement. Each line ends with a line feed." }),
  wordCount: Type.Integer({ description: "Runs of characters that are not white space." }),
  type: Type.String({ description: "The requested type of agreement." }),
});
