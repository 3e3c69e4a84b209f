import { lazyPart } from "../../../shell/lazy-part.tsx";
import { Rows } from "../../../form/rows/Rows.tsx";
import type { ToolKit } from "../../kit.ts";
import { MarkdownForm } from "./MarkdownForm.tsx";
import { nameFile } from "./name-file.ts";
import { PdfResult } from "./PdfResult.tsx";

export const kit: ToolKit = {
  widgets: { list: Rows },
  Form: MarkdownForm,
  Result: PdfResult,
  exportsFirst: true,
  headline: ({ content }, values) => (content.kind === "file" ? nameFile(values) : undefined),
  Exports: lazyPart(async () => (await import("./Exports.tsx")).PdfExports, { loadOn: "use" }),
};
