import type { Static } from "typebox";
import type {
  CarbonFootprintInput,
  CarbonFootprintOutput,
} from "../tools/carbon-footprint/schema.ts";
import type { CodeImageInput, CodeImageOutput } from "../tools/code-image/schema.ts";
import type { ContractInput, ContractOutput } from "../tools/contract-generator/schema.ts";
import type { HashInput, HashOutput } from "../tools/hash/schema.ts";
import type { InvoiceInput, InvoiceOutput } from "../tools/invoice/schema.ts";
import type { MeetingCostInput, MeetingCostOutput } from "../tools/meeting-cost/schema.ts";
import type { PasswordInput, PasswordOutput } from "../tools/password/schema.ts";
import type { ProfitInput, ProfitOutput } from "../tools/profit-calculator/schema.ts";
import type { QrInput, QrOutput } from "../tools/qr/schema.ts";

/** The schemas of every tool that takes a body. The catalogue forgets them, so a new tool is named here too. */
interface Schemas {
  invoice: [typeof InvoiceInput, typeof InvoiceOutput];
  "contract-generator": [typeof ContractInput, typeof ContractOutput];
  qr: [typeof QrInput, typeof QrOutput];
  hash: [typeof HashInput, typeof HashOutput];
  password: [typeof PasswordInput, typeof PasswordOutput];
  "meeting-cost": [typeof MeetingCostInput, typeof MeetingCostOutput];
  "profit-calculator": [typeof ProfitInput, typeof ProfitOutput];
  "carbon-footprint": [typeof CarbonFootprintInput, typeof CarbonFootprintOutput];
  "code-image": [typeof CodeImageInput, typeof CodeImageOutput];
}

/** The tools, by name. */
export type Name = keyof Schemas;

/** What a tool takes: members with a default may be left out. */
export type InputOf<N extends Name> = Static<Schemas[N][0]>;

/** What a tool gives as JSON. */
export type OutputOf<N extends Name> = Static<Schemas[N][1]>;
