import {
  CheckedInvoice,
  GradeDial,
  LabelSheet,
  MarkdownPage,
  ScannedBarcode,
} from "../../home/drawings.tsx";
import type { ToolKit } from "../kit.ts";
import { kit as barcode } from "./barcode/kit.ts";
import { kit as barcodeRead } from "./barcode-read/kit.ts";
import { kit as carbon } from "./carbon/kit.ts";
import { kit as codeImage } from "./code-image/kit.ts";
import { kit as contract } from "./contract/kit.ts";
import { CurrencyForm } from "./currency/CurrencyForm.tsx";
import { CurrencyTargets } from "./currency/CurrencyTargets.tsx";
import { kit as currency } from "./currency/kit.ts";
import { kit as einvoice } from "./einvoice/kit.ts";
import { kit as hash } from "./hash/kit.ts";
import { toFigures } from "./invoice/figures.ts";
import { kit as invoice } from "./invoice/kit.ts";
import { provideFigures } from "./invoice/use-figures.ts";
import { kit as labels } from "./labels/kit.ts";
import { LabelsForm } from "./labels/LabelsForm.tsx";
import { RowsText } from "./labels/RowsText.tsx";
import { kit as meeting } from "./meeting/kit.ts";
import { kit as password } from "./password/kit.ts";
import { kit as pdf } from "./pdf/kit.ts";
import { kit as profit } from "./profit/kit.ts";
import { kit as qr } from "./qr/kit.ts";
import { kit as signature } from "./signature/kit.ts";

provideFigures(toFigures);

/**
 * The kits by the names that definitions use (`kit`), which are those of their folders, with what
 * only the server renders. Pages load `kit.ts` of one folder.
 */
export const kits: Readonly<Record<string, ToolKit>> = {
  barcode,
  "barcode-read": { ...barcodeRead, Drawing: ScannedBarcode },
  carbon: { ...carbon, Drawing: GradeDial },
  "code-image": codeImage,
  contract,
  currency: {
    ...currency,
    Form: (props) => CurrencyForm({ ...props, Targets: CurrencyTargets }),
  },
  einvoice: { ...einvoice, Drawing: CheckedInvoice },
  hash,
  invoice,
  labels: {
    ...labels,
    Form: (props) => LabelsForm({ ...props, RowsText }),
    Drawing: LabelSheet,
  },
  meeting,
  password,
  pdf: { ...pdf, Drawing: MarkdownPage },
  profit,
  qr,
  signature,
};
