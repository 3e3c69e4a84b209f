import type { ToolKit } from "../kit.ts";
import { Clauses } from "./contract/Clauses.tsx";
import { ContractForm } from "./contract/ContractForm.tsx";
import { ContractResult } from "./contract/ContractResult.tsx";

/** The page of agreements. */
export const kit: ToolKit = {
  Form: ContractForm,
  Result: ContractResult,
  widgets: { clauses: Clauses },
  exportsFirst: true,
  loadExports: async () => (await import("./contract/Exports.tsx")).ContractExports,
  headline: (_response, values) => `Agreement: ${values["project.title"] ?? ""}`,
};
