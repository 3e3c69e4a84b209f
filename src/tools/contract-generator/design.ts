import { type Agreement, type Clause, block, count, linesOf, list } from "./outline.ts";
import type { Terms } from "./terms.ts";

/** Design by a freelancer: taste, rounds, final artwork, fonts and images, the portfolio. */
export const design: Agreement = {
  title: "Freelance Design Agreement",
  scopeHeading: "Services and Deliverables",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer provides the design services described here (the "Services") for the project named ${title} (the "Project").`,
    description === undefined
      ? `Before design work begins, the parties agree in writing on its purpose, audience and style (the "Brief").`
      : block(`The brief for the Project (the "Brief") is:`, linesOf(description)),
    deliverables.length === 0
      ? `The designs that the Brief calls for, in final form, are the "Deliverables".`
      : list(`The Freelancer delivers (the "Deliverables"):`, deliverables),
    `Deliverables are supplied as final files in customary formats. Sketches, editable source files, printing, photography, copywriting and programming are not included unless the Brief or the list of Deliverables names them.`,
  ],

  schedule: ({ startDate, endDate }) => [
    startDate === undefined
      ? `The Freelancer begins the Services on a date that the parties agree in writing.`
      : `The Freelancer begins the Services on ${startDate}.`,
    endDate === undefined
      ? `The Freelancer delivers within a reasonable time.`
      : `The Freelancer aims to deliver all Deliverables by ${endDate}.`,
  ],

  completion: "when the last Deliverable has been accepted",

  client: () => [
    `The Client supplies in good time the logos, texts, images, guidelines and other material that the Services need (the "Client Materials"). It names one person who gives feedback and approvals, in writing and in one consolidated set, within 5 business days after a presentation.`,
    `The Client checks final artwork, including spelling, dimensions and colours, before it is printed or published. The Freelancer does not bear the cost of errors in artwork that the Client approved for production.`,
  ],

  changes: ({ revisionRounds }, see) => [
    rounds(revisionRounds),
    `Further revisions, new directions, further Deliverables and changes to the Brief are extra. The Freelancer states their price and effect on the schedule in writing, and starts on them once the Client has agreed in writing. They are invoiced and paid as ${see("fees")} provides.`,
  ],

  acceptance: (_terms, see) => [
    `Within 10 business days after delivery of a final Deliverable, the Client accepts it or states in writing where it departs from the Brief. The Freelancer corrects departures without charge, and without using up what ${see("changes")} includes; the Client reviews corrections within 5 business days. Taste alone is no ground for rejection.`,
    `A Deliverable is accepted when the Client says so in writing, lets the time for review pass without a statement, or publishes or produces it.`,
  ],

  rights: designRights,

  warranties: () => [
    `The Freelancer performs the Services with reasonable skill and care. Apart from Client Materials and Third-Party Materials, the Deliverables are its own original work and, to its knowledge, infringe no copyright.`,
    `The Freelancer has not searched trade mark or design registers; clearing names, logos and packaging is for the Client.`,
    `The Client warrants that the Client Materials may be used for the Project.`,
  ],
};

function rounds(revisionRounds: number | undefined): string {
  if (revisionRounds === undefined) {
    return `The Fee includes reasonable corrections that bring a presented design into line with the Brief.`;
  }
  if (revisionRounds === 0) {
    return `The Fee includes no rounds of revisions.`;
  }
  return `The Fee includes ${count(revisionRounds, "round")} of revisions for the Project as a whole. A round is one consolidated set of changes, within the Brief, to work that has been presented.`;
}

function designRights({ transfersRights, hasConfidentiality }: Terms): Clause[] {
  return [
    transfersRights
      ? `Once all amounts due under this Agreement have been paid, the Freelancer assigns to the Client all intellectual property rights in the Deliverables, worldwide and for as long as they last.`
      : `The Freelancer keeps all intellectual property rights in the Deliverables. Once all amounts due under this Agreement have been paid, the Client has a non-exclusive, perpetual, worldwide licence to reproduce, publish and display them for its own business. Altering them, other than in size or format, and resale or sublicensing need the Freelancer's written consent.`,
    `Until then the Client may use the Deliverables only to review them.`,
    `The Freelancer keeps all rights in sketches, concepts not chosen, working files, tools and know-how. Where a Deliverable contains any of these, the Client may use them as part of it.`,
    `Fonts, stock images and other works of others ("Third-Party Materials") stay under their own licences. The Freelancer names those in each Deliverable and the licences that the Client must obtain.`,
    `The Client keeps all rights in the Client Materials and permits their use for the Services. The Freelancer may show published Deliverables in its portfolio${hasConfidentiality ? ", but no Confidential Information" : ""}, unless the Client objects in writing for good reason.`,
  ];
}
