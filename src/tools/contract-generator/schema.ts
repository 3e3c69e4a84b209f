import { Type } from "typebox";
import {
  calendarDate,
  enumOf,
  currencyCode,
  type InputHints,
  singleLine,
  multiLine,
  optionalWithDefault,
  describeForClients,
} from "../../lib/schema.ts";

// Requires a visible character: neither white space, nor a zero-width character, nor a filler.
const FILLED = {
  pattern: "[^\\s\\u00ad\\u115f\\u1160\\u200b-\\u200d\\u2060\\u2800\\u3164\\ufeff\\uffa0]",
  "x-message": "must not be blank",
};
const SAFE = { "x-forbid": "controls-and-bidi" } as const;

/** Maximum number of deliverables, as a list or as lines of a text. */
export const MAX_DELIVERABLES = 50;

const Party = (description: string) =>
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
    { description },
  );

const Percent = (description: string, annotations: InputHints & { title?: string } = {}) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, ...annotations, description }));

const Switch = (title: string, description: string) =>
  Type.Optional(Type.Boolean({ title, description }));

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
        { description: "What the client receives: one on each line, or a list." },
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

const Payment = Type.Object(
  {
    amount: Type.Union(
      [
        Type.Number({ minimum: 0, maximum: 1e12 }),
        singleLine(1, 20, {
          pattern: "^(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d{1,2})?$",
          "x-message": 'must be an amount such as 5000 or "5,000.00"',
        }),
      ],
      { description: "Total fee, such as 5000 or 5,000.00." },
    ),
    currency: optionalWithDefault(currencyCode(), "USD"),
    upfrontPercent: Percent("Percent of the fee paid before work begins. Defaults to none."),
    paymentTermsDays: optionalWithDefault(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: "Days until an invoice is due. 0 means on receipt.",
      }),
      30,
    ),
    latePaymentRate: Percent("Monthly interest on late payments, in percent. Defaults to none.", {
      "x-unit": "% a month",
    }),
  },
  describeForClients("The fee and its terms."),
);

const Clauses = Type.Object(
  {
    revisionRounds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        description: "Rounds of revisions included in the fee. Defaults to reasonable corrections.",
      }),
    ),
    ipTransferOnPayment: optionalWithDefault(
      Type.Boolean({
        title: "Rights pass to the client on payment",
        description: "Otherwise the freelancer keeps the rights and grants a license.",
      }),
      true,
    ),
    killFeePercent: Percent(
      "Percent of the fee due when the client ends the project early. Defaults to 25 with the clause.",
      { title: "Part of the fee", "x-unit": "%" },
    ),
    includeKillFee: Switch(
      "Kill fee",
      "Due when the client ends the project early. Defaults to on where killFeePercent is above 0.",
    ),
    includeNDA: Switch(
      "Confidentiality",
      "Both parties keep each other's information confidential.",
    ),
    includeNonSolicitation: Switch("Non-solicitation", "Neither party hires the other's people."),
    governingState: Type.Optional(
      singleLine(0, 100, {
        ...SAFE,
        title: "Governing law",
        description: "State or country whose laws apply.",
      }),
    ),
    includeForce: Switch("Force majeure", "Excuses delays outside either party's control."),
  },
  { "x-widget": "clauses", ...describeForClients("Clauses to add or adapt.") },
);

/** The input: parties, project, payment, clauses and document options. */
export const ContractInput = Type.Object({
  type: enumOf(["freelance-design", "web-development", "service-agreement"], {
    ...describeForClients("Type of agreement."),
  }),
  freelancer: Party("Who does the work."),
  client: Party("Who pays for it."),
  project: Project,
  payment: Payment,
  clauses: Type.Optional(Clauses),
  notice: optionalWithDefault(
    Type.Boolean({
      "x-advanced": true,
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
