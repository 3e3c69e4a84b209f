import { Type } from "typebox";
import {
  calendarDate,
  enumOf,
  currencyCode,
  type InputHints,
  singleLine,
  multiLine,
  optionalWithDefault,
  undisplayed,
} from "../../lib/schema.ts";

// Neither white space nor what shows as nothing: zero-width and filler characters.
const FILLED = {
  pattern: "[^\\s\\u00ad\\u115f\\u1160\\u200b-\\u200d\\u2060\\u2800\\u3164\\ufeff\\uffa0]",
  "x-message": "must not be blank",
};
const SAFE = { "x-forbid": "controls-and-bidi" } as const;

/** The most deliverables, as a list or as lines of a text. */
export const MAX_DELIVERABLES = 50;

const Party = (description: string) =>
  Type.Object(
    {
      name: singleLine(1, 200, {
        ...FILLED,
        ...SAFE,
        ...undisplayed("Full name of the person or company."),
      }),
      email: Type.Optional(singleLine(0, 254, { ...SAFE, ...undisplayed("Email address.") })),
      address: Type.Optional(
        multiLine(0, 500, { ...SAFE, ...undisplayed("Postal address, one line per row.") }),
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
    title: singleLine(1, 200, { ...FILLED, ...SAFE, ...undisplayed("Name of the project.") }),
    description: Type.Optional(
      multiLine(0, 5000, { ...SAFE, ...undisplayed("What the project is about.") }),
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
        { description: "What is handed over: one on each line, or a list." },
      ),
    ),
    startDate: Type.Optional(calendarDate(undisplayed("The day work begins."))),
    endDate: Type.Optional(
      calendarDate({ description: "The day work ends, not before the start date." }),
    ),
  },
  undisplayed("The work that is agreed on."),
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
      { description: "The whole fee, such as 5000 or 5,000.00." },
    ),
    currency: optionalWithDefault(currencyCode(), "USD"),
    upfrontPercent: Percent("Percent of the fee paid before work begins; none when left out."),
    paymentTermsDays: optionalWithDefault(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: "Days until payment is due; 0 is on receipt.",
      }),
      30,
    ),
    latePaymentRate: Percent(
      "Percent of interest a month when payment is late; none when left out.",
      {
        "x-unit": "% a month",
      },
    ),
  },
  undisplayed("The fee and its terms."),
);

const Clauses = Type.Object(
  {
    revisionRounds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        description: "How many rounds of changes; reasonable corrections when left out.",
      }),
    ),
    ipTransferOnPayment: optionalWithDefault(
      Type.Boolean({
        title: "Rights pass to the client on payment",
        description: "Otherwise the freelancer keeps them and grants a license.",
      }),
      true,
    ),
    killFeePercent: Percent(
      "Percent of the fee paid when the client ends the project; 25 when only the clause is asked for.",
      { title: "Part of the fee" },
    ),
    includeKillFee: Switch(
      "Kill fee",
      "Paid when the client ends the project early. Left out, it is added where killFeePercent is above 0.",
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
        description: "The state or country whose law governs.",
      }),
    ),
    includeForce: Switch("Force majeure", "Excuses delays outside either party's control."),
  },
  { "x-widget": "clauses", ...undisplayed("Clauses to add or adapt.") },
);

/** Who agrees with whom, on what, for how much, with which clauses. */
export const ContractInput = Type.Object({
  type: enumOf(["freelance-design", "web-development", "service-agreement"], {
    description: "Which agreement to write.",
  }),
  freelancer: Party("Who does the work."),
  client: Party("Who pays for it."),
  project: Project,
  payment: Payment,
  clauses: Type.Optional(Clauses),
});

/** The agreement as plain text. */
export const ContractOutput = Type.Object({
  contract: Type.String({ description: "The agreement; a line feed ends each line." }),
  wordCount: Type.Integer({ description: "Runs of characters that are not white space." }),
  type: Type.String({ description: "The type asked for." }),
});
