import type { ComponentType } from "preact";
import type { FormProps, ResultViewProps, ToolKit } from "../../kit.ts";
import { createBarcodeForm, getDetails } from "./BarcodeForm.tsx";

/**
 * Creates the kit of barcodes. Browsers load the builder of GS1 messages and the result on demand.
 */
export const createKit = (
  Gs1Builder: ComponentType<FormProps>,
  Result: ComponentType<ResultViewProps>,
): ToolKit => ({
  Form: createBarcodeForm(Gs1Builder),
  Result,
  headline: (response) => getDetails(response)?.text,
  // The description of a symbol has its image, too.
  accept: "application/json",
});
