import type { ComponentType } from "preact";
import type { ToolKit } from "../../kit.ts";
import { createCodeForm } from "./CodeForm.tsx";
import { CodePicture } from "./CodePicture.tsx";
import type { ThemesProps } from "./Themes.tsx";

const MAX_LINE = 40;

/** Returns the first line of code that is not blank, shortened. */
function getFirstLine(code: string): string {
  const line = code.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

/** Creates the kit of code images with its choice of themes, which browsers load after the page. */
export function createKit(Themes: ComponentType<ThemesProps>): ToolKit {
  return {
    Form: createCodeForm(Themes),
    Result: CodePicture,
    headline: (_response, values) => `Image of ${getFirstLine(values["code"] ?? "")}`,
  };
}
