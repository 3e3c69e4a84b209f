import { type Agreement, type Clause, block, count, linesOf, list } from "./outline.ts";
import type { Terms } from "./terms.ts";

/** Services in general: advice and work whose result is effort as much as a thing delivered. */
export const service: Agreement = {
  title: "Service Agreement",
  scopeHeading: "Services",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer performs the professional services described here (the "Services") for the engagement named ${title} (the "Engagement").`,
    description === undefined
      ? `The parties agree in writing on the tasks of the Engagement before work on them begins.`
      : block(`The tasks of the Engagement are:`, linesOf(description)),
    deliverables.length === 0
      ? `Reports, documents and other material prepared specifically for the Client in the course of the Services are the "Deliverables".`
      : list(
          `In the course of the Services the Freelancer supplies (the "Deliverables"):`,
          deliverables,
        ),
    `The Freelancer reports on progress when reasonably asked. Subcontractors need the Client's written consent; the Freelancer is responsible for their work.`,
  ],

  schedule: ({ startDate, endDate }) => [
    startDate === undefined
      ? `The Services begin on a date that the parties agree in writing.`
      : `The Services begin on ${startDate}.`,
    endDate === undefined
      ? `The Services continue until the tasks of the Engagement have been performed.`
      : `The Freelancer aims to have performed the tasks of the Engagement by ${endDate}.`,
  ],

  completion: "when the tasks of the Engagement have been performed and any Deliverables accepted",

  client: () => [
    `The Client supplies in good time the information, documents and data that the Services need (the "Client Materials"), on whose correctness the Freelancer may rely, and access to the people, premises and systems concerned.`,
    `The Client names one person who gives instructions and takes decisions, within 5 business days after being asked, and tells the Freelancer beforehand of special rules that the Services must observe.`,
    `The Client stays responsible for its business decisions and for what it does with advice and Deliverables.`,
  ],

  changes: ({ revisionRounds }, see) => [
    rounds(revisionRounds),
    `Either party may propose a change to the tasks, the Deliverables or the schedule. The Freelancer states its price and effect on the schedule in writing, and it binds the parties once both agree in writing. Changes are invoiced and paid as ${see("fees")} provides.`,
  ],

  acceptance: () => [
    `The Client reviews each Deliverable within 5 business days after receiving it, and accepts it or states in writing where it falls short of what was agreed. The Freelancer puts that right without charge, for review again within 5 business days. Without a response in time it is accepted.`,
    `Services that leave nothing to deliver, such as advice, training and support, are accepted unless the Client objects in writing, with reasons, within 10 business days after they were performed. Where the objection is justified, the Freelancer performs that part again without charge.`,
  ],

  rights: serviceRights,

  warranties: () => [
    `The Freelancer has the skills that the Services need, performs them with the care of a competent professional in the field, and complies with the law that applies to its work.`,
    `If the Services fall short of that, even after acceptance, and the Client says so in writing within 30 days after they were performed, the Freelancer performs them again without charge or, failing that, refunds the share of the Fee for the Services concerned.`,
    `The Freelancer promises no particular commercial result. Nothing in the Services is legal, tax or investment advice. The Client warrants that it may provide the Client Materials.`,
  ],
};

function rounds(revisionRounds: number | undefined): string {
  if (revisionRounds === undefined) {
    return `The Fee includes reasonable corrections to draft Deliverables.`;
  }
  if (revisionRounds === 0) {
    return `The Fee includes no rounds of revisions to draft Deliverables.`;
  }
  return `The Fee includes ${count(revisionRounds, "round")} of revisions to each draft Deliverable. A round is one written set of comments and the draft that answers it.`;
}

function serviceRights({ transfersRights }: Terms): Clause[] {
  return [
    transfersRights
      ? `Once all amounts due under this Agreement have been paid, the Freelancer assigns to the Client all intellectual property rights in the Deliverables, worldwide and for as long as they last, except for Methods.`
      : `The Freelancer keeps all intellectual property rights in the Deliverables. Once all amounts due under this Agreement have been paid, the Client has a non-exclusive, perpetual, worldwide licence to use, copy and adapt them within its own business. Publishing, selling and sublicensing them need the Freelancer's written consent.`,
    `Until then the Client may use the Deliverables only for their review.`,
    `The Freelancer keeps all rights in its processes, templates, tools and general know-how, even if improved during the Engagement ("Methods"). Where a Deliverable contains Methods, the Client may use them as part of it.`,
    `The Client keeps all rights in the Client Materials and permits their use for the Services.`,
  ];
}
