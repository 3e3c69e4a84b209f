import Type from "../../lib/type.ts";
import { calendarDate, choice, currencyCode, line, lines, withDefault } from "../../lib/schema.ts";

// Neither white space nor what shows as nothing: zero-width and filler characters.
const FILLED = {
  pattern: "[^\\s\\u00ad\\u115f\\u1160\\u200b-\\u200d\\u2060\\u2800\\u3164\\ufeff\\uffa0]",
  "x-rule": "must not be blank",
};
const SAFE = { "x-refuse": "controls-and-bidi" } as const;

/** The most deliverables, as a list or as lines of a text. */
export const MOST_DELIVERABLES = 50;

const Party = (description: string) =>
  Type.Object(
    {
      name: line(1, 200, { ...FILLED, ...SAFE }),
      email: Type.Optional(line(0, 254, SAFE)),
      address: Type.Optional(lines(0, 500, SAFE)),
    },
    { description },
  );

const Percent = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }));

const Switch = (description: string) => Type.Optional(Type.Boolean({ description }));

const Project = Type.Object({
  title: line(1, 200, { ...FILLED, ...SAFE }),
  description: Type.Optional(lines(0, 5000, SAFE)),
  deliverables: Type.Optional(
    Type.Union(
      [
        lines(0, 5000, SAFE),
        Type.Array(line(1, 500, { ...FILLED, ...SAFE }), {
          minItems: 1,
          maxItems: MOST_DELIVERABLES,
        }),
      ],
      { description: "A list, or a text with one on each line." },
    ),
  ),
  startDate: Type.Optional(calendarDate()),
  endDate: Type.Optional(calendarDate({ description: "Not before the start date." })),
});

const Payment = Type.Object({
  amount: Type.Union(
    [
      Type.Number({ minimum: 0, maximum: 1e12 }),
      line(1, 20, {
        pattern: "^(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d{1,2})?$",
        "x-rule": 'must be an amount such as 5000 or "5,000.00"',
      }),
    ],
    { description: "The whole fee." },
  ),
  currency: withDefault(currencyCode(), "USD"),
  upfrontPercent: Percent("Part of the fee before work begins; left out: none."),
  paymentTermsDays: withDefault(
    Type.Integer({ minimum: 0, maximum: 365, description: "0: on receipt." }),
    30,
  ),
  latePaymentRate: Percent("Interest a month; left out: none."),
});

const Clauses = Type.Object({
  revisionRounds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 50, description: "Left out: reasonable corrections." }),
  ),
  ipTransferOnPayment: withDefault(
    Type.Boolean({ description: "False: the freelancer keeps the rights and grants a licence." }),
    true,
  ),
  killFeePercent: Percent("Of the fee, when the client ends the project; 25 when asked without."),
  includeKillFee: Switch("Left out: when killFeePercent is more than 0."),
  includeNDA: Switch("A confidentiality section."),
  includeNonSolicitation: Switch("A non-solicitation section."),
  governingState: Type.Optional(line(0, 100, SAFE)),
  includeForce: Switch("A force majeure section."),
});

/** Who agrees with whom, on what, for how much, with which clauses. */
export const ContractInput = Type.Object({
  type: choice(["freelance-design", "web-development", "service-agreement"]),
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
