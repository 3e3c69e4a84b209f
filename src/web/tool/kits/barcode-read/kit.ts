import type { ComponentType } from "preact";
import type { BarcodeReadResult } from "../../../../tools/barcode-read/barcode-read.ts";
import { Rows } from "../../../form/Rows.tsx";
import type { ResultViewProps, ToolKit } from "../../kit.ts";
import { ReadForm } from "./ReadForm.tsx";

/** Creates the kit of the barcode reader. Browsers load the result on demand. */
export const createKit = (Result: ComponentType<ResultViewProps>): ToolKit => ({
  widgets: { list: Rows },
  Form: ReadForm,
  Result,
  headline({ content }) {
    if (content.kind !== "json") return undefined;
    const [first] = (content.value as BarcodeReadResult).codes;
    return first?.text ?? "No code found";
  },
});
