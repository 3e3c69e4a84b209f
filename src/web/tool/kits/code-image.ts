import type { ToolKit } from "../kit.ts";
import { Language } from "./Language.tsx";

/** The page of code images. */
export const kit: ToolKit = { widgets: { language: Language } };
