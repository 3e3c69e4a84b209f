import type { ToolKit } from "../kit.ts";
import { hosted } from "../lazy-part.tsx";
import { createKit as createBarcodeKit } from "./barcode.ts";
import { BarcodeResult, Gs1Builder } from "./barcode-parts.ts";
import { createKit as createCarbonKit } from "./carbon.ts";
import { CarbonResult } from "./CarbonResult.tsx";
import { createKit as createReadKit } from "./barcode-read.ts";
import { ReadResult } from "./ReadResult.tsx";
import { createKit as createCodeImageKit } from "./code-image.ts";
import { kit as contract } from "./contract.ts";
import { createKit as createCurrencyKit } from "./currency.ts";
import { CurrencyResult } from "./CurrencyResult.tsx";
import { FileHashes } from "./FileHashes.tsx";
import { createKit as createHashKit } from "./hash.ts";
import { kit as invoice } from "./invoice.ts";
import { kit as meeting } from "./meeting.ts";
import { kit as password } from "./password.ts";
import { kit as pdf } from "./pdf.ts";
import { kit as profit } from "./profit.ts";
import { createKit as createQrKit } from "./qr.ts";
import { QrResult } from "./QrResult.tsx";
import { kit as signature } from "./signature.ts";
import { Themes } from "./Themes.tsx";

/** The kits by the names that definitions use (`page`), for rendering on the server. */
export const kits: Readonly<Record<string, ToolKit>> = {
  barcode: createBarcodeKit(hosted(Gs1Builder), hosted(BarcodeResult)),
  "barcode-read": createReadKit(hosted(ReadResult)),
  carbon: createCarbonKit(hosted(CarbonResult)),
  "code-image": createCodeImageKit(hosted(Themes)),
  contract,
  currency: createCurrencyKit(hosted(CurrencyResult)),
  hash: createHashKit(hosted(FileHashes)),
  invoice,
  meeting,
  password,
  pdf,
  profit,
  qr: createQrKit(hosted(QrResult)),
  signature,
};
