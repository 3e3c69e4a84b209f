import {
  MATERIALS,
  createListPassage,
  createTextPassage,
  writeOwnership,
  writeRevisions,
} from "./outline.ts";
import { createWorkAgreement } from "./work-agreement.ts";

/**
 * The agreement on design work: acceptance, rounds of revisions, final artwork, fonts and the
 * portfolio.
 */
export const designAgreement = createWorkAgreement({
  title: "Freelance Design Agreement",
  undertaking: "Project",
  brief: "Brief",
  scopeHeading: "Services and Deliverables",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer provides the design services described here (the "Services") for the project named ${title} (the "Project").`,
    description === undefined
      ? `Before design work begins, the parties agree in writing on the purpose, audience and style of the Project (the "Brief").`
      : createTextPassage(`The brief for the Project (the "Brief") is:`, description),
    deliverables.length === 0
      ? `The designs that the Brief calls for, in final form, are the "Deliverables".`
      : createListPassage(
          `The Freelancer delivers the following (the "Deliverables"):`,
          deliverables,
        ),
    `Deliverables are supplied as final files in customary formats. Sketches, editable source files, printing, photography, copywriting and programming are included only where the Brief or the Deliverables name them.`,
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
    `The Client supplies in good time the logos, texts, images, guidelines and other material that the Services need (the "Client Materials"), and names one person who gives feedback and approvals, in writing and in one set, within 5 Business Days after a presentation.`,
    `The Client checks final artwork, including spelling, dimensions and colours, before it is printed or published. Errors in artwork that it approved are at its cost.`,
  ],

  changes: (terms, ref) => [
    writeRevisions(terms, {
      unspecified: `The Fee includes reasonable corrections that bring a presented design into line with the Brief.`,
      none: `The Fee includes no rounds of revisions.`,
      some: (rounds) =>
        `The Fee includes ${rounds} of revisions for the Project as a whole. A round is one consolidated set of changes, within the Brief, to work that has been presented.`,
    }),
    `Further revisions, new directions, further Deliverables and changes to the Brief need written agreement on their price and effect on the schedule, are invoiced when done and paid as ${ref("fees")} provides.`,
  ],

  acceptance: () => [
    `Within 10 Business Days after delivery of a final Deliverable, the Client accepts it or states in writing where it departs from the Brief. The Freelancer corrects departures without charge or use of a round of revisions; the Client reviews corrections within 5 Business Days. Taste alone is no ground for rejection.`,
    `A Deliverable is accepted when the Client says so in writing, lets the time for review pass without a statement, or publishes or produces it.`,
  ],

  rights: (terms) => [
    writeOwnership(terms, {
      licence: `reproduce, publish and display them for its own business. Altering them, other than in size or format, and resale or sublicensing need the Freelancer's written consent.`,
    }),
    `Until then the Client may only review the Deliverables.`,
    `The Freelancer keeps all rights in tools, know-how, and working files and concepts that are not Deliverables. The Client may use what a Deliverable contains of these to the same extent.`,
    `Fonts, stock images and other works of others ("Third-Party Materials") stay under their own licences. The Freelancer names those that the Client must license.`,
    `${MATERIALS} The Freelancer may show published Deliverables in its portfolio unless the Client objects in writing for good reason.`,
  ],

  warranties: () => [
    `The Freelancer performs the Services with reasonable skill and care. The Deliverables, apart from Client Materials and Third-Party Materials, are its original work and, to its knowledge, infringe no copyright.`,
    `The Freelancer has not searched trade mark or design registers; clearing names, logos and packaging is for the Client. The Freelancer gives no other warranty as far as the law allows.`,
  ],
});
