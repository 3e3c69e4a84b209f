import type { ToolKit } from "../kit.ts";
import { ProfitResult } from "./Profit.tsx";

/** The page of the profit calculator. */
export const kit: ToolKit = { Result: ProfitResult };
