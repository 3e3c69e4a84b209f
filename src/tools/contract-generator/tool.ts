import { defineTool } from "../define.ts";
import { ContractInput, ContractOutput, ContractQuery, MEDIA_TYPES } from "./schema.ts";
import { TERM_RULES } from "./term-rules.ts";
import { resolveContract } from "./terms.ts";

/** Imported on first use, because no start waits for them, and once: an import takes 7 µs. */
let formats: Promise<typeof import("./reply.ts")> | undefined;

export default defineTool({
  name: "contract-generator",
  title: "Contract",
  kit: "contract",
  summary: "A freelance agreement, a retainer or an NDA in plain English.",
  group: "documents",
  keywords: [
    "agreement",
    "freelance",
    "legal",
    "nda",
    "retainer",
    "milestones",
    "terms",
    "pdf",
    "word",
    "docx",
  ],
  path: "/api/v1/contract-generator",
  perMinute: 30,
  input: ContractInput,
  output: ContractOutput,
  query: ContractQuery,
  media: Object.values(MEDIA_TYPES),
  example: {
    type: "web-development",
    freelancer: {
      name: "Ada Doe",
      email: "ada@example.com",
      address: "1 Analytical Road\nLondon",
    },
    client: { name: "Acme Ltd", email: "office@acme.example" },
    project: {
      title: "Shop relaunch",
      description: "A new web shop for about 400 articles, with payment by card and invoice.",
      deliverables: ["Page designs", "Web shop, ready for use", "Documentation for editors"],
      startDate: "2026-03-01",
      endDate: "2026-05-31",
    },
    payment: { amount: 5000, currency: "GBP", upfrontPercent: 50, paymentTermsDays: 14 },
    clauses: {
      revisionRounds: 2,
      killFeePercent: 25,
      includeNDA: true,
      governingState: "England and Wales",
    },
  },
  briefExample: {
    type: "web-development",
    freelancer: { name: "Ada Doe" },
    client: { name: "Acme Ltd" },
    project: { title: "Shop" },
    payment: { amount: 5000 },
  },
  headers: {
    "X-PDF-Warnings": "missing-glyph: characters that no font has are drawn as frames.",
  },
  warnings: {
    "missing-glyph": "Some characters are not in any font and are drawn as frames.",
  },
  resources: ["tasks"],
  rules: TERM_RULES,
  run: resolveContract,
  reply: async (resolved, options, context) =>
    (await (formats ??= import("./reply.ts"))).createContractReply(resolved, options, context),
});
