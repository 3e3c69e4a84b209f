// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import type { ToolResponse } from "../../response.ts";
import { BarcodeForm } from "./BarcodeForm.tsx";
import { getDetails } from "./details.ts";

export const kit: ToolKit = {
  Form: BarcodeForm,
  Result: lazyPart(async () => (await import("./lazy-components.ts")).BarcodeResult),
  headline: getText,
  describe: getText,
  // The description of a symbol has its image, too.
  accept: "application/json",
};

function getText(response: ToolResponse): string | undefined {
  return getDetails(response)?.text;
}
