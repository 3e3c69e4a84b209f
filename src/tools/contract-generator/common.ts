import { type Clause, count, type See, type Write } from "./outline.ts";
import type { Terms } from "./terms.ts";

/** Who the parties are to each other. */
export function parties({ freelancer, client }: Terms, title: string): Clause[] {
  return [
    `This ${title}, including the key terms above (the "Agreement"), is made between ${freelancer.name} (the "Freelancer") and ${client.name} (the "Client"). It takes effect when both have signed.`,
    `The Freelancer is an independent contractor, pays its own taxes and insurance, and may work for others. Neither party may bind the other.`,
  ];
}

/** What holds for every schedule: what delay by the Client does to it, and what a business day is. */
export const delays: Write = () => [
  `Delay by the Client moves the dates by its length. A "business day" is a day from Monday to Friday that is not a public holiday where the Freelancer is established.`,
];

/** What is paid, when, and what happens if it is not. */
export function fees(terms: Terms, completion: string): Clause[] {
  return [
    `The Client pays the Freelancer a fixed fee of ${terms.fee} for the Services (the "Fee").`,
    ...invoices(terms, completion),
    terms.paymentTermsDays === 0
      ? `Invoices are payable on receipt.`
      : `Invoices are payable within ${count(terms.paymentTermsDays, "day")} of the invoice date.`,
    terms.latePaymentRate !== undefined &&
      `A late amount bears simple interest of ${terms.latePaymentRate} per month until paid, or the highest lawful rate if lower.`,
    `Value added and sales taxes are added where due. The Client reimburses expenses approved in writing beforehand.`,
    `The Client may dispute part of an invoice in writing before it is due, and pays the rest. While an undisputed amount is overdue, the Freelancer may suspend the Services.`,
  ];
}

function invoices({ upfront }: Terms, completion: string): Clause[] {
  if (upfront === undefined) return [`The Freelancer invoices the whole Fee ${completion}.`];
  const { percent, amount, balance } = upfront;
  const start = `It is invoiced on signature, and the Freelancer need not begin before it has been paid.`;
  return balance === undefined
    ? [`The whole Fee, ${amount}, is payable upfront. ${start}`]
    : [
        `Of the Fee, ${percent} (${amount}) is payable upfront. ${start}`,
        `The balance of ${balance} is invoiced ${completion}.`,
      ];
}

/** What each party keeps to itself. */
export const confidentiality: Write = () => [
  `"Confidential Information" is non-public information received from the other party under this Agreement that is marked as confidential or evidently so.`,
  `The recipient uses it only for this Agreement, protects it with reasonable care, and shares it only with people who need it and must keep it confidential, or as the law requires.`,
  `Information already known, independently developed or lawfully received from others is not covered. The recipient returns or deletes the rest on request. These duties end 3 years after this Agreement ends.`,
];

/** Neither hires the other's people away. */
export const nonSolicitation: Write = () => [
  `While this Agreement is in force and for 12 months after, neither party solicits an employee or subcontractor of the other to leave, unless the other agrees in writing. A general advertisement is not solicitation.`,
];

/** How long it lasts, how it ends, and what is then owed. */
export function termination({ killFee }: Terms, see: See): Clause[] {
  return [
    `This Agreement lasts until the Services are complete and all amounts due are paid. Either party may end it earlier by 14 days' written notice, or at once if the other is insolvent or leaves a material breach unremedied for 14 days after written notice of it.`,
    `If it ends early, the Client pays approved expenses and the share of the Fee for Services performed; amounts already paid are credited and any excess is refunded. The Freelancer hands over the work paid for, finished or not, and ${see("rights")} applies to it.`,
    killFee &&
      `If the Client ends it early without breach or insolvency of the Freelancer, or the Freelancer ends it for breach by the Client, the Client also pays a kill fee of ${killFee.percent} of the Fee (${killFee.amount}) for time reserved. Together with the payment for Services performed, it may not exceed the Fee.`,
    `Provisions meant to last survive the end of this Agreement.`,
  ];
}

/** How far each answers for damage, and who answers to third parties. */
export const liability: Write = () => [
  `Neither party is liable for indirect loss or for lost profit, revenue or data. Each party's total liability, including the indemnities below, is limited to the amount of the Fee, apart from payment of amounts due.`,
  `Nothing in this Agreement limits liability for intent, fraud or gross negligence, for death or injury, or where the law forbids it.`,
  `The Freelancer indemnifies the Client against third-party claims that the Deliverables infringe copyright, except where they result from Client Materials, separately licensed works or changes by others. The Client indemnifies the Freelancer against third-party claims that result from Client Materials or from use of the Deliverables contrary to this Agreement. The indemnified party reports a claim promptly and leaves the defence to the other.`,
];

/** Events that nobody could prevent. */
export const forceMajeure: Write = ({ killFee }) => [
  `Neither party is liable for delay or failure, other than in payment, caused by events beyond its reasonable control, such as natural disaster, epidemic, war or strike. If they last longer than 30 days, either party may end this Agreement at once by written notice${killFee ? ", without a kill fee" : ""}.`,
];

/** Which law applies, and how disputes begin. */
export const law: Write = ({ governingState }) => [
  governingState === undefined
    ? `The parties have not chosen a governing law; the rules on the conflict of laws of the competent court determine it.`
    : `This Agreement is governed by the laws of ${governingState}, without regard to rules on the conflict of laws.`,
  `Before going to court, except for urgent relief, the parties try for 30 days to settle a dispute in good faith.`,
];

/** What is left to say in every agreement. */
export const general: Write = () => [
  `This is the whole agreement between the parties about the Services. Changes to it, and its transfer, need both parties' written consent. If a provision is invalid, the others stay in force.`,
  `"Written" and "in writing" include e-mail. Notices go to the contact details in the key terms or, failing those, to an address that the other party uses. Electronic signatures and counterparts are valid.`,
];

/** Where the parties sign. */
export function signatures({ freelancer, client }: Terms): string[] {
  return [signature("Freelancer", freelancer.name), signature("Client", client.name)];
}

function signature(role: string, name: string): string {
  const rule = "_".repeat(32);
  return `${role}: ${name}\nSignature: ${rule}\nDate: ${rule}`;
}
