import type { ToolKit } from "../kit.ts";
import { Hashes } from "./Hashes.tsx";

/** The page of hashes. */
export const kit: ToolKit = { Result: Hashes };
