import { formatPercent } from "../../lib/money/currency.ts";
import {
  type Fee,
  resolveFee,
  resolveKillFee,
  resolveRetainer,
  type RetainerTerms,
} from "./fee-terms.ts";
import { collapseSpaces, parseDeliverables } from "./input-text.ts";
import type { ContractRequest } from "./schema.ts";
import { TERM_RULES } from "./term-rules.ts";

const DEFAULT_CONFIDENTIALITY_YEARS = 3;

/** A party. Blank members are absent. */
export interface ContractParty {
  name: string;
  address?: string;
  email?: string;
}

/**
 * The resolved input that clauses are written from. Amounts and percentages are text; dates are
 * `YYYY-MM-DD`.
 */
export interface ContractTerms {
  freelancer: ContractParty;
  client: ContractParty;
  title: string;
  description?: string;
  deliverables: string[];
  startDate?: string;
  endDate?: string;
  fee: Fee;
  paymentTermsDays: number;
  latePaymentRate?: string;
  revisionRounds?: number;
  transfersRights: boolean;
  killFee?: { percent: string; amount: string };
  retainer?: RetainerTerms;
  nda: { disclosingParty: "both" | "client" | "freelancer"; years: number };
  governingState?: string;
  hasConfidentiality: boolean;
  hasNonSolicitation: boolean;
  hasForceMajeure: boolean;
}

/** A valid request and its terms, the input of every format. */
export interface ResolvedContract {
  request: ContractRequest;
  terms: ContractTerms;
}

/** Resolves a request. Throws ValidationError as `resolveTerms` does. */
export function resolveContract(request: ContractRequest): ResolvedContract {
  return { request, terms: resolveTerms(request) };
}

/** Resolves defaults, amounts and switches. Throws ValidationError for the first broken rule. */
export function resolveTerms(request: ContractRequest): ContractTerms {
  for (const { check } of TERM_RULES) check(request);
  const { project, payment, nda, clauses = { ipTransferOnPayment: true } } = request;
  const { paymentTermsDays = 0, latePaymentRate } = payment ?? {};
  return {
    freelancer: toParty(request.freelancer),
    client: toParty(request.client),
    title: collapseSpaces(project.title),
    ...removeBlank({ description: project.description }),
    deliverables: parseDeliverables(project.deliverables),
    ...removeBlank({ startDate: project.startDate, endDate: project.endDate }),
    fee: resolveFee(request),
    paymentTermsDays,
    ...(latePaymentRate ? { latePaymentRate: formatPercent(latePaymentRate) } : {}),
    ...(clauses.revisionRounds === undefined ? {} : { revisionRounds: clauses.revisionRounds }),
    transfersRights: clauses.ipTransferOnPayment,
    ...resolveKillFee(request),
    ...resolveRetainer(request),
    nda: {
      disclosingParty: nda?.disclosingParty ?? "both",
      years: nda?.confidentialityYears ?? DEFAULT_CONFIDENTIALITY_YEARS,
    },
    ...removeBlank({
      governingState: clauses.governingState && collapseSpaces(clauses.governingState),
    }),
    hasConfidentiality: clauses.includeNDA ?? false,
    hasNonSolicitation: clauses.includeNonSolicitation ?? false,
    hasForceMajeure: clauses.includeForce ?? false,
  };
}

function toParty({ name, email, address }: ContractRequest["client"]): ContractParty {
  return { name: collapseSpaces(name), ...removeBlank({ address, email }) };
}

/** Trims members and omits blank ones. */
function removeBlank<K extends string>(
  members: Record<K, string | undefined>,
): { [P in K]?: string } {
  const filled: { [P in K]?: string } = {};
  for (const key of Object.keys(members) as K[]) {
    const text = members[key]?.trim();
    if (text) filled[key] = text;
  }
  return filled;
}
