import type { ToolKit } from "../../kit.ts";
import { CodeForm } from "./CodeForm.tsx";
import { PictureEditor } from "./PictureEditor.tsx";

const MAX_LINE = 40;

/** Returns the first line of code that is not blank, shortened. */
function getFirstLine(code: string): string {
  const line = code.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

export const kit: ToolKit = {
  Form: CodeForm,
  Editor: PictureEditor,
  headline: (_response, values) => `Image of ${getFirstLine(values["code"] ?? "")}`,
};
