import { Type } from "typebox";
import {
  calendarDate,
  currencyCode,
  describeForClients,
  enumOf,
  type InputHints,
  optionalWithDefault,
  singleLine,
} from "../../lib/schema.ts";
import { FOR_WORK, PAID_TYPES } from "./agreement-types.ts";
import { FILLED, SAFE } from "./text-hints.ts";

const MAX_MILESTONES = 50;

/** Returns the schema of a percentage from 0 to 100. */
export const Percent = (description: string, annotations: InputHints & { title?: string } = {}) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, ...annotations, description }));

const Amount = ({ ...annotations }: InputHints & { title?: string; description: string }) =>
  Type.Union(
    [
      Type.Number({ minimum: 0, maximum: 1e12 }),
      singleLine(1, 20, {
        pattern: "^(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d{1,2})?$",
        "x-message": 'must be an amount such as 5000 or "5,000.00"',
      }),
    ],
    annotations,
  );

const Milestone = Type.Object({
  title: singleLine(1, 200, { ...FILLED, ...SAFE, ...describeForClients("What is reached.") }),
  amount: Amount({ description: "Part of the fee." }),
  dueDate: Type.Optional(calendarDate(describeForClients("The day it is due."))),
});

const FOR_HOURS = { ...FOR_WORK, type: ["hourly"] } as const;

/** The fee: fixed, by the hour, by milestones, or that of a month. */
export const Payment = Type.Object(
  {
    type: optionalWithDefault(
      enumOf(["fixed", "hourly", "milestones"], {
        title: "Fee",
        "x-titles": { fixed: "Fixed fee", hourly: "By the hour", milestones: "By milestones" },
        "x-visible-when": FOR_WORK,
        "x-help": "none",
        description: "A fixed fee, one by the hour, or a fixed one in milestones.",
      }),
      "fixed",
    ),
    amount: Type.Optional(
      Amount({
        "x-form-required": true,
        "x-visible-when": [{ "/type": ["retainer"] }, { type: ["fixed", "milestones"] }],
        description:
          "Whole fee, such as 5000 or 5,000.00; of a retainer, the fee of a month. Required unless the fee is hourly.",
        "x-help": "none",
      }),
    ),
    hourlyRate: Type.Optional(
      Amount({
        "x-form-required": true,
        "x-visible-when": FOR_HOURS,
        description: "Fee for an hour. Required where the fee is hourly.",
        "x-help": "none",
      }),
    ),
    cap: Type.Optional(
      Amount({
        title: "Limit",
        "x-visible-when": FOR_HOURS,
        description: "Most that all hours may cost without the client's consent. Defaults to none.",
      }),
    ),
    invoicingInterval: optionalWithDefault(
      enumOf(["weekly", "biweekly", "monthly"], {
        title: "Invoices",
        "x-titles": { biweekly: "Every two weeks" },
        "x-visible-when": FOR_HOURS,
        ...describeForClients("How often hours are invoiced."),
      }),
      "monthly",
    ),
    milestones: Type.Optional(
      Type.Array(Milestone, {
        minItems: 1,
        maxItems: MAX_MILESTONES,
        "x-form-required": true,
        "x-visible-when": { ...FOR_WORK, type: ["milestones"] },
        description: "Parts of the fee, which add up to the amount.",
      }),
    ),
    currency: optionalWithDefault(currencyCode(), "USD"),
    upfrontPercent: Percent("Percent of the fee paid before work begins. Defaults to none.", {
      "x-visible-when": { ...FOR_WORK, type: ["fixed"] },
    }),
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
  {
    "x-form-required": true,
    "x-visible-when": { type: PAID_TYPES },
    ...describeForClients(
      "The fee and its terms. Required except for a non-disclosure agreement, which has none.",
    ),
  },
);

/** Hours and renewal of a retainer. */
export const Retainer = Type.Object(
  {
    hoursPerMonth: Type.Number({
      exclusiveMinimum: 0,
      maximum: 744,
      multipleOf: 0.25,
      title: "Hours a month",
      description: "Hours reserved and paid each month, to the quarter.",
      "x-help": "none",
    }),
    rolloverMonths: optionalWithDefault(
      Type.Integer({
        minimum: 0,
        maximum: 12,
        title: "Rollover",
        "x-unit": "months",
        description: "Months in which unused hours may still be used. 0: they lapse.",
      }),
      0,
    ),
    overageRate: Type.Optional(
      Amount({ description: "Fee for an hour beyond those. Defaults to one agreed each time." }),
    ),
    autoRenew: optionalWithDefault(
      Type.Boolean({
        title: "Renews each month",
        description: "Continues after the end date, month by month.",
      }),
      true,
    ),
    noticeDays: optionalWithDefault(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        title: "Notice",
        "x-unit": "days",
        description: "Days' notice to end it at the end of a month.",
      }),
      30,
    ),
  },
  {
    "x-form-required": true,
    "x-visible-when": { type: ["retainer"] },
    ...describeForClients("Hours and renewal, required for a retainer."),
  },
);
