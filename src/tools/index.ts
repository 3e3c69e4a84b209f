import codeImageLanguages from "./code-image/languages-tool.ts";
import codeImage from "./code-image/tool.ts";
import type { Tool } from "./define.ts";
import invoice from "./invoice/tool.ts";

/** The catalogue: every tool, one line each, in the order in which people meet them. */
export const catalogue: readonly Tool[] = [invoice, codeImage, codeImageLanguages];
