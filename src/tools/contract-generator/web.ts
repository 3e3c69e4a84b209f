import { type Agreement, type Clause, block, count, linesOf, list } from "./outline.ts";
import type { Terms } from "./terms.ts";

/** Web development: a specification, tests and defects, accounts and hosting, open source. */
export const web: Agreement = {
  title: "Web Development Agreement",
  scopeHeading: "Scope and Deliverables",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer designs, programs, tests and delivers the website or web application described here (the "Services") for the project named ${title} (the "Project").`,
    description === undefined
      ? `Before programming begins, the parties agree in writing what the Project has to do (the "Specification").`
      : block(`What the Project has to do (the "Specification") is:`, linesOf(description)),
    deliverables.length === 0
      ? `The source code, build files and configuration that the Project needs are the "Deliverables".`
      : list(
          `The Freelancer delivers the following, with the source code and configuration that it needs (the "Deliverables"):`,
          deliverables,
        ),
    `Pages work in the browsers that are current and in common use on delivery. Hosting, domains, content, data transfer, marketing, training and maintenance are included only where the Specification names them.`,
  ],

  schedule: ({ startDate, endDate }) => [
    startDate === undefined
      ? `Work begins on a date that the parties agree in writing.`
      : `Work begins on ${startDate}.`,
    endDate === undefined
      ? `The Freelancer delivers within a reasonable time.`
      : `The target for delivery of all Deliverables, ready for testing, is ${endDate}.`,
  ],

  completion: "when the Deliverables have been accepted",

  client: () => [
    `The Client supplies in good time, and in final form, the texts, images, data and other content for the Project (the "Client Materials"). It names one person who decides for it and answers questions within 5 business days.`,
    `The Client provides and pays for the hosting, domains, accounts and third-party licences that the Services need, and backs up existing systems beforehand.`,
    `The Client is responsible for legal requirements on its site.`,
  ],

  changes: ({ revisionRounds }, see) => [
    rounds(revisionRounds),
    `Everything beyond the Specification is a change. The Freelancer states its price and effect on the schedule in writing, and it binds the parties once both agree in writing. It is invoiced and paid as ${see("fees")} provides. Correcting a Defect, defined in ${see("acceptance")}, is neither a revision nor a change.`,
  ],

  acceptance: () => [
    `Within 10 business days after the Deliverables are made available for testing, the Client tests them and reports Defects in writing. A "Defect" is a reproducible failure to do what the Specification says. The Freelancer corrects Defects within a reasonable time; the Client tests corrections within 5 business days.`,
    `The Deliverables are accepted when the Client says so in writing, lets the time for testing pass without reporting a Defect, or puts them to live use. Minor Defects are corrected but do not prevent acceptance.`,
  ],

  rights: webRights,

  warranties: () => [
    `The Freelancer performs the Services with reasonable skill and care, and does not knowingly include malicious code or infringe copyright.`,
    `Defects reported in writing within 30 days after acceptance are corrected without charge, unless caused by others' changes, systems or services.`,
    `The Freelancer does not promise operation without interruption, search rankings, visitors or sales. The Client warrants that the Client Materials are lawful and may be used for the Project.`,
  ],
};

function rounds(revisionRounds: number | undefined): string {
  if (revisionRounds === undefined) {
    return `The Fee includes reasonable corrections to page designs, requested before the pages are programmed.`;
  }
  if (revisionRounds === 0) {
    return `The Fee includes no rounds of revisions to page designs.`;
  }
  return `The Fee includes ${count(revisionRounds, "round")} of revisions to page designs. A round is one consolidated set of changes, requested in writing before the pages are programmed.`;
}

function webRights({ transfersRights }: Terms): Clause[] {
  return [
    transfersRights
      ? `Once all amounts due under this Agreement have been paid, the Freelancer assigns to the Client all intellectual property rights in the Deliverables, worldwide and for as long as they last, except for Components and open source software.`
      : `The Freelancer keeps all intellectual property rights in the Deliverables. Once all amounts due under this Agreement have been paid, the Client has a non-exclusive, perpetual, worldwide licence to run, copy and modify them for its own business. Sale and sublicensing need the Freelancer's written consent.`,
    `Until then the Client may use the Deliverables only to test them.`,
    `The Freelancer keeps all rights in code, tools and know-how that existed before the Project or are of general use ("Components"). The Client may run, copy and modify them as part of the Deliverables.`,
    `Open source software stays under its own licences. The Freelancer lists what the Deliverables contain, and uses none that would oblige the Client to publish its own code without the Client's written consent.`,
    `The Client keeps all rights in the Client Materials and permits their use for the Services.`,
  ];
}
