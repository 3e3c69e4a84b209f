import type { Fee } from "../fee-terms.ts";
import type { ContractTerms } from "../terms.ts";
import {
  type Clause,
  type ClauseBuilder,
  createListPassage,
  formatCount,
  type SectionRef,
} from "./outline.ts";

/** Defines the agreement and its parties. */
export function introduceParties(
  { freelancer, client }: Pick<ContractTerms, "freelancer" | "client">,
  title: string,
): string {
  return `This ${title}, with the key terms above (the "Agreement"), is made between ${freelancer.name} (the "Freelancer") and ${client.name} (the "Client").`;
}

/** Names the parties and their relationship. */
export function writeParties({ freelancer, client }: ContractTerms, title: string): Clause[] {
  return [
    `${introduceParties({ freelancer, client }, title)} It takes effect when both have signed.`,
    `The Freelancer is an independent contractor, may work for others, and answers for its own taxes, insurance and subcontractors.`,
  ];
}

/** Defines business days, by the holidays of a party. */
export function defineBusinessDay(party: "Freelancer" | "Recipient"): string {
  return `A "Business Day" is any day but weekends and public holidays where the ${party} is established.`;
}

/** Ends a schedule with clauses on delay by the Client and the definition of business days. */
export const writeDelays: ClauseBuilder = () => [
  `Delay by the Client moves the schedule by its length; after 30 days of it, the Freelancer may invoice the Services performed so far, less earlier invoices. ${defineBusinessDay("Freelancer")}`,
];

/** Writes the fee, its invoices and their payment. */
export function writeFees(terms: ContractTerms, completion: string): Clause[] {
  return [...writeFee(terms.fee, completion), ...writePayment(terms)];
}

/** Writes when invoices are due, interest, taxes and disputed amounts. */
export function writePayment(terms: ContractTerms): Clause[] {
  return [
    `${writeDueDate(terms)}${writeInterest(terms)}`,
    `Value added or sales tax where due, and expenses approved in writing beforehand, are added.`,
    `The Client may withhold amounts that it disputes in writing, with reasons, before they are due. While other amounts are overdue, the Freelancer may suspend the Services on 5 Business Days' notice.`,
  ];
}

function writeDueDate({ paymentTermsDays }: ContractTerms): string {
  return paymentTermsDays === 0
    ? `Invoices are payable on receipt.`
    : `Invoices are payable within ${formatCount(paymentTermsDays, "day")} of the invoice date.`;
}

function writeInterest({ latePaymentRate }: ContractTerms): string {
  return latePaymentRate === undefined
    ? ""
    : ` Late amounts bear simple interest of ${latePaymentRate} per month, or the highest lawful rate if lower.`;
}

function writeFee(fee: Fee, completion: string): Clause[] {
  switch (fee.kind) {
    case "hourly":
      return writeHourlyFee(fee);
    case "milestones":
      return [writeFixedFee(fee.amount), ...writeMilestones(fee)];
    case "fixed":
      return [writeFixedFee(fee.amount), ...writeInvoices(fee, completion)];
    default:
      throw new Error(`this agreement has no fee of the kind ${fee.kind}`);
  }
}

function writeFixedFee(amount: string): string {
  return `The Client pays a fixed fee of ${amount} for the Services (the "Fee").`;
}

function writeInvoices({ upfront }: Extract<Fee, { kind: "fixed" }>, completion: string): Clause[] {
  if (upfront === undefined) {
    return [`The Freelancer invoices the whole Fee ${completion}.`];
  }
  const { percent, amount, balance } = upfront;
  const start = `payable upfront and invoiced on signature; the Freelancer need not begin before it is paid.`;
  return balance === undefined
    ? [`The whole Fee, ${amount}, is ${start}`]
    : [
        `Of the Fee, ${percent} (${amount}) is ${start}`,
        `The balance of ${balance} is invoiced ${completion}.`,
      ];
}

function writeMilestones({ milestones }: Extract<Fee, { kind: "milestones" }>): Clause[] {
  const lines = milestones.map(
    ({ title, amount, dueDate }) =>
      `${title}: ${amount}${dueDate === undefined ? "" : `, due ${dueDate}`}`,
  );
  return [
    createListPassage(`The Fee is paid in parts, one for each milestone of the Services:`, lines),
    `The Freelancer invoices each part when its milestone has been reached and what it delivers has been accepted. The dates of milestones move with the schedule.`,
  ];
}

const INTERVALS = { weekly: "week", biweekly: "second week", monthly: "month" } as const;

function writeHourlyFee({ rate, cap, interval }: Extract<Fee, { kind: "hourly" }>): Clause[] {
  return [
    `The Client pays ${rate} for each hour of the Services, counted by the quarter of an hour (in total, the "Fee").`,
    cap !== undefined &&
      `The Fee is limited to ${cap}. The Freelancer reports in good time when it is likely to be reached, and need not work beyond it before the Client has raised it in writing.`,
    `The Freelancer records when and on what it works, and invoices its hours at the end of every ${INTERVALS[interval]}, with that record.`,
  ];
}

/** Obliges both parties to keep each other's information confidential. */
export const writeConfidentiality: ClauseBuilder = () => [
  `"Confidential Information" is non-public information from the other party that is marked as confidential or evidently so, except what the recipient already knew, develops independently or lawfully receives from others.`,
  `The recipient uses Confidential Information only for this Agreement, protects it with reasonable care, shares it only as the law requires or with people who need it under like duties, and returns or deletes it on request. These duties end 3 years after this Agreement ends.`,
];

/** Forbids either party to hire the other's people. */
export const writeNonSolicitation: ClauseBuilder = () => [
  `During this Agreement and for 12 months after, neither party solicits the other's employees or subcontractors to leave, except by general advertisement or with written consent.`,
];

/** The end of a sentence on how either party may end the agreement. */
export const FOR_CAUSE = `at once in writing if the other is insolvent or leaves a material breach unremedied for 14 days after notice.`;

/** Writes the term, early endings, the amounts then owed, and the sections that survive. */
export function writeTermination({ killFee }: ContractTerms, ref: SectionRef): Clause[] {
  return [
    `This Agreement lasts until the Services are complete and all amounts paid. Either party may end it by 14 days' written notice, or ${FOR_CAUSE}`,
    `If it ends early, the Client pays the share of the Fee for Services performed as this Agreement requires. Earlier payments are credited and any excess is refunded.`,
    killFee &&
      `If the Client ends it other than for the Freelancer's material breach or insolvency, or the Freelancer ends it for the Client's, the Client also pays a kill fee of ${killFee.percent} of the Fee (${killFee.amount}) for time reserved, but no more than the Fee in total.`,
    ...writeHandover(ref),
  ];
}

/** Writes what happens to the work after the end, and the sections that survive. */
export function writeHandover(ref: SectionRef): Clause[] {
  return [
    `Once nothing is owed, the Freelancer hands over its work so far, to which ${ref("rights")} applies as to Deliverables.`,
    `Claims that have arisen and everything from ${ref("rights")} to ${ref("general")} survive.`,
  ];
}

/** Limits liability and assigns claims of third parties. */
export const writeLiability: ClauseBuilder = ({ fee }) => [
  `Neither party is liable for the other's indirect loss or lost profit, revenue or data. Each party's total liability, indemnities included, is limited to ${fee.kind === "monthly" ? "the Fee for 12 months" : "the Fee"} and the price of agreed changes. Neither limit applies to amounts due.`,
  `Nothing here limits liability for intent, fraud, gross negligence, death or personal injury, or where the law forbids it.`,
  `The Freelancer indemnifies the Client against third-party claims that the Deliverables infringe copyright, unless caused by Client Materials, separately licensed works or changes by others. The Client indemnifies the Freelancer against such claims caused by Client Materials or by use of the Deliverables contrary to this Agreement. The indemnified party reports a claim promptly and leaves the defence to the other.`,
];

/** Excuses delays outside either party's control. */
export const writeForceMajeure: ClauseBuilder = ({ killFee }) => [
  `Neither party is liable for delay or failure, other than in payment, caused by events beyond its reasonable control, such as natural disaster, epidemic, war or strike, that it promptly reports. After 30 days of such events, either party may end this Agreement at once in writing${killFee ? ", without a kill fee" : ""}.`,
];

/** Names the governing law and requires talks before a lawsuit. */
export const writeLaw: ClauseBuilder = ({ governingState, fee }) => [
  governingState === undefined
    ? `The parties have not chosen a governing law; the conflict of laws rules of the competent court determine it.`
    : `This Agreement is governed by the laws of ${governingState}, whose courts have non-exclusive jurisdiction.`,
  `Before going to court, except for urgent relief${fee.kind === "none" ? "" : " or undisputed invoices"}, the parties try for 30 days to settle in good faith.`,
];

/** The clause on writing, notices and signatures, identical in every agreement. */
export const NOTICES = `E-mail counts as writing. Notices go to the contact details in the key terms or, failing those, an address in use. They take effect on delivery, by e-mail on the next Business Day. Electronic signatures are valid.`;

/** Settles precedence, changes, transfer, notices and electronic signatures. */
export function writeGeneral(brief: string): Clause[] {
  return [
    `This is the whole agreement about the Services; neither party's standard terms apply. Its numbered clauses prevail over the key terms, and both over the ${brief}. Changes to it and its transfer need both parties' written consent. If a provision is invalid, the rest stays in force.`,
    NOTICES,
  ];
}
