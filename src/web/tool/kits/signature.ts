import { SchemaForm } from "../generic-kit.tsx";
import type { ToolKit } from "../kit.ts";
import { SignatureResult } from "./SignatureResult.tsx";

/** The page of webhook signatures. */
export const kit: ToolKit = { Form: SchemaForm, Result: SignatureResult, ownHeadline: true };
