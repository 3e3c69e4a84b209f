// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { BarcodeReadResult } from "../../../../tools/barcode-read/barcode-read.ts";
import { Rows } from "../../../form/rows/Rows.tsx";
import type { ToolKit } from "../../kit.ts";
import { ReadForm } from "./ReadForm.tsx";

export const kit: ToolKit = {
  widgets: { list: Rows },
  Form: ReadForm,
  Result: lazyPart(async () => (await import("./ReadResult.tsx")).ReadResult),
  headline({ content }) {
    if (content.kind !== "json") return undefined;
    const [first] = (content.value as BarcodeReadResult).codes;
    if (!first) return "No code found";
    // Its text has the password.
    return /^WIFI:/i.test(first.text) ? "Wi-Fi network" : first.text;
  },
};
