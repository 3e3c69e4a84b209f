import type { ComponentType } from "preact";
import type { ExportsProps } from "../kit.ts";
import { ContractExports } from "./contract/Exports.tsx";
import { InvoiceExports } from "./invoice/Exports.tsx";
import { PdfExports } from "./pdf/Exports.tsx";

/** The exports of kits that have their own, for rendering on the server. Browsers load them on demand. */
export const kitExports: Readonly<Record<string, ComponentType<ExportsProps>>> = {
  contract: ContractExports,
  invoice: InvoiceExports,
  pdf: PdfExports,
};
