import type { ToolKit } from "../kit.ts";
import { Passwords } from "./Passwords.tsx";

/** The page of passwords. */
export const kit: ToolKit = { Result: Passwords };
