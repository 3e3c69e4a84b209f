import type { RetainerTerms } from "../fee-terms.ts";
import type { ContractTerms } from "../terms.ts";
import {
  type Agreement,
  type Clause,
  createListPassage,
  createTextPassage,
  MATERIALS,
  type SectionRef,
  writeOwnership,
} from "./outline.ts";
import {
  defineBusinessDay,
  FOR_CAUSE,
  writeConfidentiality,
  writeForceMajeure,
  writeGeneral,
  writeHandover,
  writeLaw,
  writeLiability,
  writeNonSolicitation,
  writeParties,
  writePayment,
} from "./standard-clauses.ts";

const TITLE = "Retainer Agreement";

/** The agreement on hours that are reserved and paid each month. */
export const retainerAgreement: Agreement = {
  title: TITLE,
  undertaking: "Engagement",
  headings: { scope: "Services", schedule: "Schedule and Hours" },
  sections: {
    parties: (terms) => writeParties(terms, TITLE),

    scope: ({ title, description, deliverables }) => [
      `The Freelancer performs the services described here (the "Services") for the engagement named ${title} (the "Engagement"), month by month, as the Client requests them.`,
      description === undefined
        ? `Before the first month begins, the parties agree in writing on the kinds of work that the Client may request (the "Tasks").`
        : createTextPassage(`The Client may request (the "Tasks"):`, description),
      deliverables.length === 0
        ? `Whatever the Freelancer prepares specifically for the Client in the course of the Services is a "Deliverable".`
        : createListPassage(
            `In the course of the Services the Freelancer supplies the following (the "Deliverables"):`,
            deliverables,
          ),
      `The Client requests work in writing. The Freelancer confirms within 2 Business Days when it can be done, and may decline work that is outside the Tasks. Subcontractors need the Client's written consent.`,
    ],

    schedule: (terms) => [
      terms.startDate === undefined
        ? `The first month begins on a date that the parties agree in writing, and each further month on the same day of the calendar.`
        : `The first month begins on ${terms.startDate}, and each further month on the same day of the calendar.`,
      ...writeHours(getRetainer(terms)),
    ],

    fees: (terms) => [
      `The Client pays ${getMonthlyFee(terms)} for each month of the Engagement (the "Fee"). It is due even if the Monthly Hours are not used. For a part of a month, Fee and Monthly Hours are reduced in proportion.`,
      `The Freelancer invoices the Fee at the beginning of each month, and approved work beyond the Monthly Hours at its end.`,
      ...writePayment(terms),
    ],

    client: () => [
      `The Client supplies in good time the information, documents, access and other material that the Services need (the "Client Materials").`,
      `The Client names one person who requests and approves work, sets priorities where requests compete for the Monthly Hours, and answers questions within 5 Business Days. Time that could not be used because the Client was late counts as used.`,
    ],

    changes: (_terms, ref) => [
      `Revisions are part of the Services and count toward the Monthly Hours.`,
      `Changes to the Tasks, the Monthly Hours or the Fee need written agreement and take effect with the next month. Work outside the Tasks is priced in writing and paid as ${ref("fees")} provides.`,
    ],

    acceptance: () => [
      `The Client reviews each Deliverable within 5 Business Days after receiving it, and accepts it or states in writing where it departs from what was requested. The Freelancer puts that right without charge and without use of the Monthly Hours. Without a response in time it is accepted.`,
      `Services that leave nothing to deliver are accepted unless the Client objects in writing within 10 Business Days after the report in which they are listed.`,
    ],

    rights: (terms) => [
      writeOwnership(terms, {
        condition: "Once all amounts due for the months in which they were made are paid",
        except: "Methods",
        licence: `use, copy and adapt them within its own business. Publishing, selling and sublicensing them need the Freelancer's written consent.`,
      }),
      `Until then the Client may only review the Deliverables.`,
      `The Freelancer keeps all rights in its processes, templates, tools and general know-how, even if improved during the Engagement ("Methods"). The Client may use Methods within a Deliverable to the same extent.`,
      MATERIALS,
    ],

    warranties: () => [
      `The Freelancer performs the Services with reasonable skill and care, and to its knowledge the Deliverables, apart from Client Materials, infringe no copyright.`,
      `If the Client shows in writing, within 30 days after performance and even after acceptance, that Services fall short of that, the Freelancer performs them again without charge or, failing that, refunds their share of the Fee.`,
      `The Freelancer promises no particular result and gives no other warranty as far as the law allows.`,
    ],

    confidentiality: writeConfidentiality,
    nonSolicitation: writeNonSolicitation,
    termination: writeEnd,
    liability: writeLiability,
    forceMajeure: writeForceMajeure,
    law: writeLaw,
    general: () => writeGeneral("Tasks"),
  },
};

/** Returns the hours. The rules of a request ensure that a retainer has some. */
function getRetainer({ retainer }: ContractTerms): RetainerTerms {
  if (!retainer) throw new Error("a retainer has no hours");
  return retainer;
}

function getMonthlyFee({ fee }: ContractTerms): string {
  if (fee.kind !== "monthly") throw new Error("a retainer has no monthly fee");
  return fee.amount;
}

function writeHours({ hours, rolloverMonths, overageRate }: RetainerTerms): Clause[] {
  return [
    `In each month the Freelancer reserves ${hours} for the Services (the "Monthly Hours"). Time is counted by the quarter of an hour and includes meetings, calls and agreed travel.`,
    rolloverMonths === 0
      ? `What is left of the Monthly Hours at the end of a month lapses without a refund, unless the Freelancer was not available for it.`
      : `What is left of the Monthly Hours at the end of a month may be used in the ${rolloverMonths === 1 ? "following month" : `${rolloverMonths} following months`}, the oldest first. After that it lapses without a refund, unless the Freelancer was not available for it.`,
    overageRate === undefined
      ? `Work beyond the Monthly Hours needs written agreement on its price before it begins.`
      : `Work beyond the Monthly Hours needs the Client's written approval before it begins, and costs ${overageRate} an hour.`,
    `The Freelancer records when and on what it works, and reports this with the balance of the Monthly Hours at the end of each month. ${defineBusinessDay("Freelancer")}`,
  ];
}

/** Writes the term, its renewal, the ways to end it and what is then owed. */
function writeEnd(terms: ContractTerms, ref: SectionRef): Clause[] {
  const { noticeDays } = getRetainer(terms);
  const period = noticeDays === 1 ? "1 day's " : noticeDays === 0 ? "" : `${noticeDays} days' `;
  return [
    writeTerm(terms),
    `Either party may end this Agreement at the end of a month by ${period}written notice, or ${FOR_CAUSE}`,
    `When it ends, the Client pays the Fee up to that day and all approved work beyond the Monthly Hours. Payments for later months are refunded. Unused time lapses without a refund.`,
    ...writeHandover(ref),
  ];
}

function writeTerm(terms: ContractTerms): string {
  const { endDate } = terms;
  if (endDate === undefined)
    return `This Agreement continues month by month until a party ends it.`;
  return getRetainer(terms).autoRenews
    ? `This Agreement first lasts until ${endDate}. It then renews month by month until a party ends it.`
    : `This Agreement lasts until ${endDate} and does not renew without written agreement.`;
}
