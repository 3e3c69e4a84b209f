import barcodeRead from "./barcode-read/tool.ts";
import barcode from "./barcode/tool.ts";
import carbonFootprintBadge from "./carbon-footprint/badge-tool.ts";
import carbonFootprint from "./carbon-footprint/tool.ts";
import codeImageLanguages from "./code-image/languages-tool.ts";
import codeImage from "./code-image/tool.ts";
import contractGenerator from "./contract-generator/tool.ts";
import currencies from "./currency/currencies-tool.ts";
import currency from "./currency/tool.ts";
import type { Tool } from "./define.ts";
import einvoiceRead from "./einvoice-read/tool.ts";
import hash from "./hash/tool.ts";
import labelSheets from "./labels/sheets-tool.ts";
import labels from "./labels/tool.ts";
import invoice from "./invoice/tool.ts";
import meetingCost from "./meeting-cost/tool.ts";
import password from "./password/tool.ts";
import pdf from "./pdf/tool.ts";
import qr from "./qr/tool.ts";
import profitCalculator from "./profit-calculator/tool.ts";
import webhookSignature from "./webhook-signature/tool.ts";

/** Every tool, one line each, in the order of the home page. */
const registry = [
  invoice,
  einvoiceRead,
  contractGenerator,
  pdf,
  qr,
  barcode,
  barcodeRead,
  labels,
  labelSheets,
  hash,
  password,
  meetingCost,
  profitCalculator,
  currency,
  currencies,
  carbonFootprint,
  carbonFootprintBadge,
  codeImage,
  codeImageLanguages,
  webhookSignature,
] as const;

/** The tools as every surface reads them. */
export const tools: readonly Tool[] = registry;

/** The tools with their names and schemas as types, for the typed client. */
export type TypedTools = typeof registry;
