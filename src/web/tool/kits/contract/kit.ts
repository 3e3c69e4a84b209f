import type { ComponentType } from "preact";
import type { ExportsProps, ToolKit } from "../../kit.ts";
import { Clauses } from "./Clauses.tsx";
import { ContractForm } from "./ContractForm.tsx";
import { ContractResult } from "./ContractResult.tsx";

/** Creates the kit of agreements. Browsers load the exports on demand. */
export const createKit = (Exports: ComponentType<ExportsProps>): ToolKit => ({
  Form: ContractForm,
  Result: ContractResult,
  widgets: { clauses: Clauses },
  exportsFirst: true,
  exportsForm: true,
  Exports,
  headline: (_response, values) => `Agreement: ${values["project.title"] ?? ""}`,
});
