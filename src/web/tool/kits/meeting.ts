import type { ToolKit } from "../kit.ts";
import { People } from "./People.tsx";

/** The page of meeting costs. */
export const kit: ToolKit = { widgets: { people: People } };
