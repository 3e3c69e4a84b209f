import {
  MATERIALS,
  createListPassage,
  createTextPassage,
  writeOwnership,
  writeRevisions,
} from "./outline.ts";
import { createWorkAgreement } from "./work-agreement.ts";

/** The agreement on web development: specification, tests, defects, hosting and open source. */
export const webAgreement = createWorkAgreement({
  title: "Web Development Agreement",
  undertaking: "Project",
  brief: "Specification",
  scopeHeading: "Scope and Deliverables",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer designs, programs, tests and delivers the website or web application described here (the "Services") for the project named ${title} (the "Project").`,
    description === undefined
      ? `Before programming begins, the parties agree in writing what the Project has to do (the "Specification").`
      : createTextPassage(`What the Project has to do (the "Specification") is:`, description),
    deliverables.length === 0
      ? `The source code, build files and configuration that the Project needs are the "Deliverables".`
      : createListPassage(
          `The Freelancer delivers the following, with source code and configuration (the "Deliverables"):`,
          deliverables,
        ),
    `Pages work in the browsers in common use on delivery. Hosting, domains, content, training and maintenance are included only where the Specification or the Deliverables name them.`,
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
    `The Client supplies in good time, in final form, the texts, images, data and other content for the Project (the "Client Materials"), and names one person who decides and answers questions within 5 Business Days.`,
    `The Client provides and pays for the hosting, domains, accounts and licences that the Services need, backs up existing systems, and answers for legal notices and privacy on its site. The Freelancer handles personal data for it only on terms agreed in writing.`,
  ],

  changes: (terms, ref) => [
    writeRevisions(terms, {
      unspecified: `The Fee includes reasonable corrections to page designs, requested before the pages are programmed.`,
      none: `The Fee includes no rounds of revisions to page designs.`,
      some: (rounds) =>
        `The Fee includes ${rounds} of revisions to page designs. A round is one consolidated set of changes, requested before the pages are programmed.`,
    }),
    `Anything beyond the Specification needs written agreement on its price and effect on the schedule, is invoiced when done and paid as ${ref("fees")} provides.`,
  ],

  acceptance: () => [
    `The Client tests the Deliverables within 10 Business Days after they are made available, and corrections within 5, and reports Defects in writing. A "Defect" is a reproducible failure to do what the Specification says. The Freelancer corrects it without charge within a reasonable time.`,
    `The Deliverables are accepted when the Client says so in writing, reports no Defect in that time, or puts them to live use. Minor Defects are corrected but do not prevent acceptance.`,
  ],

  rights: (terms) => [
    writeOwnership(terms, {
      except: "Components and open source software",
      licence: `run, copy and modify them for its own business. Sale and sublicensing need the Freelancer's written consent.`,
    }),
    `Until then the Client may only test the Deliverables.`,
    `The Freelancer keeps all rights in code, tools and know-how that predate the Project or are of general use ("Components"). The Client may use Components within the Deliverables to the same extent.`,
    `Open source software stays under its own licences. The Freelancer lists it and, without written consent, uses none that would oblige the Client to publish its own code.`,
    MATERIALS,
  ],

  warranties: () => [
    `The Freelancer performs the Services with reasonable skill and care, and does not knowingly include malicious code or infringe copyright.`,
    `Defects reported in writing within 30 days after acceptance are corrected without charge, unless caused by others' changes, systems or services.`,
    `The Freelancer does not promise uninterrupted operation, search rankings, visitors or sales, and gives no other warranty as far as the law allows.`,
  ],
});
