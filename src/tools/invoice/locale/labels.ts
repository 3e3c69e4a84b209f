import { readFileSync } from "node:fs";
import { LABEL_NAMES } from "../label-schema.ts";

/** The printed words that no request replaces. */
const OTHER_NAMES = [
  "credit",
  "items",
  "vatId",
  "taxNumber",
  "registrationId",
  "orderReference",
  "buyerReference",
  "contractReference",
  "precedingInvoice",
  "deliveryDate",
  "servicePeriod",
  "payment",
  "iban",
  "bic",
  "accountName",
  "reference",
  "terms",
  "payOnline",
  "upiId",
  "scanToPay",
  "onReceipt",
  "exempt",
  "reverseCharge",
  "intraCommunity",
  "export",
  "outOfScope",
  "taxTotal",
  "period",
  "paymentMethod",
  "cash",
  "card",
  "transfer",
  "directDebit",
  "cheque",
  "online",
  "other",
  "pixKey",
] as const;

/** The names of all printed words, as the files of words have them. */
export const WORD_NAMES = [...LABEL_NAMES, ...OTHER_NAMES] as const;

/** The printed words of a document. A request can replace those of `LABEL_NAMES`. */
export type Labels = Readonly<Record<(typeof WORD_NAMES)[number], string>>;

/**
 * The files of words, one for each language; the path is relative to `dist/tools/invoice/locale`.
 */
const FOLDER = new URL("../../../../src/tools/invoice/locale/words/", import.meta.url);

const cache = new Map<string, Labels>();

/**
 * Returns the words of a language of `LANGUAGES`. Reads its file when the language is requested
 * first.
 */
export function readLabels(language: string): Labels {
  const cached = cache.get(language);
  if (cached) return cached;
  const labels = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), "utf8")) as Labels;
  cache.set(language, labels);
  return labels;
}
