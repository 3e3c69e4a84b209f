import {
  MATERIALS,
  createListPassage,
  createTextPassage,
  writeOwnership,
  writeRevisions,
} from "./outline.ts";
import { createWorkAgreement } from "./work-agreement.ts";

/** The agreement on services in general, such as advice, whose result need not be a deliverable. */
export const serviceAgreement = createWorkAgreement({
  title: "Service Agreement",
  undertaking: "Engagement",
  brief: "Tasks",
  scopeHeading: "Services",

  scope: ({ title, description, deliverables }) => [
    `The Freelancer performs the professional services described here (the "Services") for the engagement named ${title} (the "Engagement").`,
    description === undefined
      ? `Before work begins, the parties agree in writing on what the Engagement includes (the "Tasks").`
      : createTextPassage(`The Engagement includes (the "Tasks"):`, description),
    deliverables.length === 0
      ? `Reports, documents and other material prepared specifically for the Client in the course of the Services are the "Deliverables".`
      : createListPassage(
          `In the course of the Services the Freelancer supplies the following (the "Deliverables"):`,
          deliverables,
        ),
    `The Freelancer reports on progress when reasonably asked. Subcontractors need the Client's written consent.`,
  ],

  schedule: ({ startDate, endDate }) => [
    startDate === undefined
      ? `The Services begin on a date that the parties agree in writing.`
      : `The Services begin on ${startDate}.`,
    endDate === undefined
      ? `The Services continue until the Tasks have been performed.`
      : `The Freelancer aims to have performed the Tasks by ${endDate}.`,
  ],

  completion: "when the Tasks have been performed and any Deliverables accepted",

  client: () => [
    `The Client supplies in good time the information, documents and data that the Services need (the "Client Materials"), on whose correctness the Freelancer may rely, and access to the people, premises and systems concerned.`,
    `The Client names one person who gives instructions and decides within 5 Business Days, and tells the Freelancer beforehand of special rules that the Services must observe.`,
    `The Client stays responsible for its business decisions and for what it does with advice and Deliverables.`,
  ],

  changes: (terms, ref) => [
    writeRevisions(terms, {
      unspecified: `The Fee includes reasonable corrections to draft Deliverables.`,
      none: `The Fee includes no rounds of revisions to draft Deliverables.`,
      some: (rounds) =>
        `The Fee includes ${rounds} of revisions to each draft Deliverable. A round is one written set of comments and the draft that answers it.`,
    }),
    `Either party may propose a change to the Tasks, the Deliverables or the schedule. Changes need written agreement on their price and effect on the schedule, are invoiced when done and paid as ${ref("fees")} provides.`,
  ],

  acceptance: () => [
    `The Client reviews each Deliverable within 5 Business Days after receiving it, and accepts it or states in writing where it falls short of the Tasks. The Freelancer puts that right without charge, for review again within 5 Business Days. Without a response in time it is accepted.`,
    `Services that leave nothing to deliver, such as advice, training and support, are accepted unless the Client objects in writing, with reasons, within 10 Business Days after performance. If the objection is justified, the Freelancer performs that part again without charge.`,
  ],

  rights: (terms) => [
    writeOwnership(terms, {
      except: "Methods",
      licence: `use, copy and adapt them within its own business. Publishing, selling and sublicensing them need the Freelancer's written consent.`,
    }),
    `Until then the Client may only review the Deliverables.`,
    `The Freelancer keeps all rights in its processes, templates, tools and general know-how, even if improved during the Engagement ("Methods"). The Client may use Methods within a Deliverable to the same extent.`,
    MATERIALS,
  ],

  warranties: () => [
    `The Freelancer has the skills that the Services need, performs them with the care of a competent professional in the field, and complies with the law that applies to its work.`,
    `If the Client shows in writing, within 30 days after performance and even after acceptance, that Services fall short of that, the Freelancer performs them again without charge or, failing that, refunds their share of the Fee.`,
    `The Freelancer promises no particular commercial result, and gives no other warranty as far as the law allows.`,
  ],
});
