// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { lazyFields } from "../../../form/lazy-fields.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { WidgetProps } from "../../../form/form-model.ts";
import type { ToolKit } from "../../kit.ts";
import { describeContent, formatContentLabel, nameContent } from "./describe-content.ts";
import { QrForm } from "./QrForm.tsx";

export const kit: ToolKit = {
  // Of the contents, only a contact has lists.
  widgets: {
    list: lazyFields<WidgetProps>(async () => (await import("../../../form/rows/Rows.tsx")).Rows, {
      loadOn: "use",
    }),
  },
  Form: QrForm,
  formatLabel: formatContentLabel,
  Result: lazyPart(async () => (await import("./QrResult.tsx")).QrResult, {
    loadOn: "use",
    preloadOn: ["pointerover", "focusin"],
  }),
  headline: (_, values) => describeContent(values),
  describe: (_, values) => nameContent(values),
};
