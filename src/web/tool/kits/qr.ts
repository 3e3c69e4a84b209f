import type { ToolKit } from "../kit.ts";
import { QrForm } from "./QrForm.tsx";

/** The page of QR codes. */
export const kit: ToolKit = { Form: QrForm };
