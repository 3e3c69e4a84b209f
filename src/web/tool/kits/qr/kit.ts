// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { Rows } from "../../../form/Rows.tsx";
import type { ToolKit } from "../../kit.ts";
import { describeContent, nameContent } from "./describe-content.ts";
import { QrForm } from "./QrForm.tsx";

export const kit: ToolKit = {
  widgets: { list: Rows },
  Form: QrForm,
  Result: lazyPart(async () => (await import("./QrResult.tsx")).QrResult),
  headline: (_, values) => describeContent(values),
  describe: (_, values) => nameContent(values),
};
