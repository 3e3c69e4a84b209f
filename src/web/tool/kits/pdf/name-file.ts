import type { Values } from "../../../form/values.ts";

/** Returns the file's name from the title or the first heading. */
export function nameFile({ title = "", markdown = "" }: Values): string {
  const [, heading = ""] = /^#+ +(.+)$/m.exec(markdown) ?? [];
  const words = (title || heading).replaceAll(/[^\p{L}\p{N} ._-]+/gu, "").trim();
  return `${words.slice(0, 80) || "document"}.pdf`;
}
