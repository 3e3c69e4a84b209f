import { type Agreement, formatCount } from "./clauses/outline.ts";
import type { KeyTerm } from "./contract-model.ts";
import type { Fee } from "./fee-terms.ts";
import type { ContractParty, ContractTerms } from "./terms.ts";

type MaybeTerm = KeyTerm | undefined;

export function buildKeyTerms(terms: ContractTerms, { undertaking }: Agreement): KeyTerm[] {
  const { startDate, endDate, fee } = terms;
  const isNda = fee.kind === "none";
  return [
    describeParty("Freelancer", terms.freelancer),
    describeParty("Client", terms.client),
    toKeyTerm(undertaking, terms.title),
    toKeyTerm(isNda ? "Effective date" : "Start", startDate),
    toKeyTerm(isNda || fee.kind === "monthly" ? "End" : "Target date", endDate),
    ...(isNda ? describeDisclosure(terms) : [...describeFee(fee), ...describePayment(terms)]),
  ].filter((term) => term !== undefined);
}

function toKeyTerm(label: string, value: string | undefined): MaybeTerm {
  return value === undefined ? undefined : { label, value, details: [] };
}

function describeParty(label: string, { name, address, email }: ContractParty): KeyTerm {
  const details = [...(address?.split("\n") ?? []), ...(email === undefined ? [] : [email])];
  return { label, value: name, details };
}

function describeFee(fee: Fee): MaybeTerm[] {
  switch (fee.kind) {
    case "fixed":
      return [toKeyTerm("Fee", fee.amount), toKeyTerm("Upfront", fee.upfront?.amount)];
    case "milestones":
      return [
        toKeyTerm("Fee", fee.amount),
        toKeyTerm("Paid in", formatCount(fee.milestones.length, "milestone")),
      ];
    case "hourly":
      return [toKeyTerm("Rate", `${fee.rate} an hour`), toKeyTerm("Limit", fee.cap)];
    case "monthly":
      return [toKeyTerm("Fee", `${fee.amount} a month`)];
    default:
      return [];
  }
}

function describePayment({ retainer, paymentTermsDays }: ContractTerms): MaybeTerm[] {
  const payment =
    paymentTermsDays === 0
      ? "on receipt of invoice"
      : `${formatCount(paymentTermsDays, "day")} from the invoice date`;
  const hours = retainer && `${retainer.hours} a month`;
  const overage = retainer?.overageRate && `${retainer.overageRate} an hour`;
  return [toKeyTerm("Hours", hours), toKeyTerm("Beyond", overage), toKeyTerm("Payment", payment)];
}

function describeDisclosure({ nda }: ContractTerms): MaybeTerm[] {
  const { disclosingParty, years } = nda;
  const disclosure =
    disclosingParty === "both" ? "by both parties" : `by the ${PARTIES[disclosingParty]}`;
  return [
    toKeyTerm("Disclosure", disclosure),
    toKeyTerm("Confidential", `${formatCount(years, "year")} after the end`),
  ];
}

const PARTIES = { client: "Client", freelancer: "Freelancer" } as const;
