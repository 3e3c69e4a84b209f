import type { ContractTerms } from "../terms.ts";
import {
  type Agreement,
  type Clause,
  createTextPassage,
  formatCount,
  type SectionRef,
} from "./outline.ts";
import {
  defineBusinessDay,
  introduceParties,
  NOTICES,
  writeLaw,
  writeNonSolicitation,
} from "./standard-clauses.ts";

const TITLE = "Non-Disclosure Agreement";

/** The parties as they are named when only one of them discloses. */
const ROLES = {
  client: { discloser: "Client", recipient: "Freelancer" },
  freelancer: { discloser: "Freelancer", recipient: "Client" },
} as const;

/** The agreement to keep confidential what the parties disclose, both or one of them. */
export const nonDisclosureAgreement: Agreement = {
  title: TITLE,
  undertaking: "Project",
  headings: { parties: "Parties and Purpose" },
  sections: {
    parties: writePurpose,

    information: () => [
      `"Confidential Information" is all non-public information that the Discloser or its Representatives make available to the Recipient or its Representatives for the Purpose, before or after this Agreement takes effect, in writing, orally, electronically or by inspection, if it is marked as confidential or a reasonable person would understand it to be so from its nature or the circumstances.`,
      `It includes business plans, prices, customers and suppliers, designs, source code, data, methods, know-how and unpublished products, all copies and notes that contain any of these, and the content of the talks about the Purpose.`,
      `"Representatives" of a party are its employees, directors, professional advisers and subcontractors.`,
    ],

    exclusions: () => [
      `The term Confidential Information does not include information that the Recipient can show was or becomes public other than by its breach, was lawfully in its possession before the Discloser made it available, was lawfully received from a third party that was free to disclose it, or was developed independently of it.`,
      `Information is not excluded merely because parts of it are public, or because it is covered by more general information that is.`,
      `If a law, a court or an authority requires disclosure, the Recipient may disclose what is required. As far as it lawfully can, it notifies the Discloser beforehand, lets it object, and asks for confidential treatment.`,
      `Nothing here prevents anyone from reporting a suspected breach of the law to an authority, or from using rights that cannot be waived.`,
    ],

    obligations: () => [
      `The Recipient keeps Confidential Information secret and protects it as carefully as its own, and never with less than reasonable care. It uses Confidential Information only for the Purpose.`,
      `The Recipient discloses Confidential Information only to those of its Representatives who need it for the Purpose and are bound by duties that are no less strict. It answers for what they do with it as for its own acts.`,
      `The Recipient copies Confidential Information only as the Purpose requires, leaves notices of confidentiality in place, and does not analyse samples or software to find out how they are made.`,
      `The Recipient does not enter Confidential Information into online services that may publish it or use it for others, such as tools for translation or artificial intelligence, without the Discloser's written consent.`,
      `Personal data within Confidential Information is handled as the law on data protection requires.`,
      `If the Recipient learns of a use or disclosure that this Agreement does not permit, it notifies the Discloser without delay and helps to limit the harm.`,
    ],

    return: () => [
      `On the Discloser's written request, and in any case when this Agreement ends, the Recipient stops using Confidential Information, returns or deletes it with all copies within 10 Business Days, and confirms this in writing if asked. ${defineBusinessDay("Recipient")}`,
      `The Recipient may keep what the law requires it to keep, and copies in backups until they are overwritten in the ordinary course. This Agreement applies to these for as long as they are kept.`,
    ],

    licence: () => [
      `All Confidential Information stays the property of the Discloser. Apart from use for the Purpose, no right in it is granted, whether under patents, copyright, trade marks or otherwise.`,
      `The Discloser warrants that it may disclose the Confidential Information. It gives no other warranty, in particular that the information is correct or complete.`,
      `Neither party is obliged to disclose particular information or to conclude a further agreement. Either may work with others and develop similar things without use of Confidential Information.`,
    ],

    nonSolicitation: writeNonSolicitation,
    termination: writeTerm,

    remedies: () => [
      `Damages alone may not make good an unauthorised use or disclosure. The Discloser may therefore ask a court for an injunction or other urgent relief, in addition to any other remedy that the law provides.`,
      `This Agreement sets no contractual penalty. Not using a right, or using it late, does not waive it.`,
    ],

    law: writeLaw,
    general: () => [
      `This is the whole agreement about Confidential Information for the Purpose. Its numbered clauses prevail over the key terms. Changes to it and its transfer need both parties' written consent. If a provision is invalid, the rest stays in force.`,
      NOTICES,
    ],
  },
};

function writePurpose(terms: ContractTerms): Clause[] {
  const { startDate, title, description } = terms;
  const { aim, roles } = describeDisclosure(terms);
  const purpose = `${aim} discuss, prepare and carry out the project named ${title} (the "Purpose")`;
  return [
    `${introduceParties(terms, TITLE)} It takes effect ${startDate === undefined ? "when both have signed" : `on ${startDate}`}.`,
    description === undefined
      ? `${purpose}.`
      : createTextPassage(`${purpose}, which they describe as follows:`, description),
    roles,
  ];
}

/** Writes who discloses: the beginning of a sentence, and the definition of the roles. */
function describeDisclosure({ nda }: ContractTerms): { aim: string; roles: string } {
  if (nda.disclosingParty === "both") {
    return {
      aim: "The parties disclose information to each other so that they can",
      roles: `The Freelancer and the Client may each disclose information and receive it. For any piece of information, the party that discloses it is the "Discloser" and the one that receives it is the "Recipient".`,
    };
  }
  const { discloser, recipient } = ROLES[nda.disclosingParty];
  return {
    aim: `The ${discloser} discloses information to the ${recipient} so that the parties can`,
    roles: `The ${discloser} is the "Discloser" and the ${recipient} is the "Recipient". This Agreement does not protect information of the Recipient.`,
  };
}

/** Writes how long information is disclosed, how long it is protected, and what survives. */
function writeTerm({ endDate, nda }: ContractTerms, ref: SectionRef): Clause[] {
  return [
    `This Agreement covers what is disclosed ${endDate === undefined ? "in the first 2 years after it takes effect" : `until ${endDate}`}, and then ends. Either party may end it earlier by 30 days' written notice.`,
    `The Recipient's duties continue for ${formatCount(nda.years, "year")} after this Agreement ends, and for trade secrets for as long as the law protects them as such.`,
    `Claims that have arisen and everything from ${ref("remedies")} to ${ref("general")} survive.`,
  ];
}
