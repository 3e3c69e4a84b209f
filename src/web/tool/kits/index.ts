import { GradeDial, MarkdownPage, ScannedBarcode } from "../../home/drawings.tsx";
import type { ToolKit } from "../kit.ts";
import { renderIslandPart } from "../../shell/lazy-part.tsx";
import { createKit as createBarcodeKit } from "./barcode/kit.ts";
import { BarcodeResult, Gs1Builder } from "./barcode/parts.ts";
import { createKit as createCarbonKit } from "./carbon/kit.ts";
import { CarbonExample } from "./carbon/CarbonExample.tsx";
import { CarbonResult } from "./carbon/CarbonResult.tsx";
import { createKit as createReadKit } from "./barcode-read/kit.ts";
import { ReadResult } from "./barcode-read/ReadResult.tsx";
import { createKit as createCodeImageKit } from "./code-image/kit.ts";
import { createKit as createContractKit } from "./contract/kit.ts";
import { ContractExports } from "./contract/Exports.tsx";
import { createKit as createCurrencyKit } from "./currency/kit.ts";
import { CurrencyForm } from "./currency/CurrencyForm.tsx";
import { Conversion } from "./currency/Conversion.tsx";
import { createCurrencyResult } from "./currency/CurrencyResult.tsx";
import { CurrencyTargets } from "./currency/CurrencyTargets.tsx";
import { FileHashes } from "./hash/FileHashes.tsx";
import { createKit as createHashKit } from "./hash/kit.ts";
import { toFigures } from "./invoice/figures.ts";
import { createKit as createInvoiceKit } from "./invoice/kit.ts";
import { provideFigures } from "./invoice/use-figures.ts";
import { InvoiceExports } from "./invoice/Exports.tsx";
import { kit as meeting } from "./meeting/kit.ts";
import { kit as password } from "./password/kit.ts";
import { createKit as createPdfKit } from "./pdf/kit.ts";
import { PdfExports } from "./pdf/Exports.tsx";
import { kit as profit } from "./profit/kit.ts";
import { RateChart } from "./currency/RateChart.tsx";
import { createKit as createQrKit } from "./qr/kit.ts";
import { QrResult } from "./qr/QrResult.tsx";
import { kit as signature } from "./signature/kit.ts";
import { Themes } from "./code-image/Themes.tsx";

/**
 * Without the history of a rate, because browsers request it once the rest of the page is ready.
 */
const CurrencyResult = createCurrencyResult({
  Conversion: renderIslandPart(Conversion, "use"),
  Chart: renderIslandPart(RateChart),
  History: renderIslandPart(() => null, "use"),
});

provideFigures(toFigures);

/** The kits by the names that definitions use (`page`), for rendering on the server. */
export const kits: Readonly<Record<string, ToolKit>> = {
  barcode: createBarcodeKit(renderIslandPart(Gs1Builder), renderIslandPart(BarcodeResult)),
  "barcode-read": { ...createReadKit(renderIslandPart(ReadResult)), Drawing: ScannedBarcode },
  carbon: {
    ...createCarbonKit(renderIslandPart(CarbonResult), renderIslandPart(CarbonExample, "use")),
    Drawing: GradeDial,
  },
  "code-image": createCodeImageKit(renderIslandPart(Themes)),
  contract: createContractKit(renderIslandPart(ContractExports, "use")),
  currency: {
    ...createCurrencyKit(CurrencyResult),
    Form: (props) => CurrencyForm({ ...props, Targets: CurrencyTargets }),
  },
  hash: createHashKit(renderIslandPart(FileHashes)),
  invoice: createInvoiceKit(renderIslandPart(InvoiceExports, "use")),
  meeting,
  password,
  pdf: { ...createPdfKit(renderIslandPart(PdfExports, "use")), Drawing: MarkdownPage },
  profit,
  qr: createQrKit(renderIslandPart(QrResult)),
  signature,
};
