import { parseThemeFile, ThemeError } from "../../../../domain/code-image/theme-file.ts";
import { readTextFile } from "../../../form/read-text-file.ts";

/** Reads what a picture needs of a theme's file, which is a tenth of many, or what is wrong. */
export async function readThemeText(file: File): Promise<{ text: string; error: string }> {
  try {
    const theme = parseThemeFile(await readTextFile(file));
    const name = theme.name || file.name.replace(/(?:[-.]color-theme)?\.jsonc?$/i, "");
    return { text: JSON.stringify({ ...theme, name }), error: "" };
  } catch (error) {
    const { message } = error as Error;
    return { text: "", error: error instanceof ThemeError ? `${file.name} ${message}.` : message };
  }
}
