import type { ToolKit } from "../kit.ts";
import { FileHashes } from "./FileHashes.tsx";
import { Hashes } from "./Hashes.tsx";

/** The page of hashes. */
export const kit: ToolKit = { Result: Hashes, Extra: FileHashes };
