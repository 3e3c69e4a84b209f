import type { WidgetProps } from "../../../form/form-model.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import { Clauses } from "./Clauses.tsx";
import { ContractForm, ContractResult } from "./Contract.tsx";

export const kit: ToolKit = {
  Form: ContractForm,
  Result: ContractResult,
  widgets: {
    clauses: Clauses,
    list: lazyPart<WidgetProps>(async () => (await import("../../../form/rows/Rows.tsx")).Rows, {
      isBrowserOnly: true,
    }),
  },
  exportsFirst: true,
  exportsForm: true,
  Exports: lazyPart(async () => (await import("./Exports.tsx")).ContractExports, { loadOn: "use" }),
  headline: (_response, values) => `Agreement: ${values["project.title"] ?? ""}`,
};
