import type { ToolKit } from "../kit.ts";
import { Clauses } from "./Clauses.tsx";

/** The page of agreements. */
export const kit: ToolKit = { widgets: { clauses: Clauses } };
