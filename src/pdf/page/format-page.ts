import type { DrawnPage } from "./draw-page.ts";
import { formatNumber, formatReference } from "../writer/syntax.ts";

/** Returns the dictionary of a page, whose size is in points. */
export function formatPage(
  { width, height }: { width: number; height: number },
  page: Omit<DrawnPage, "id" | "writeLinks">,
  { pageTree, resources }: { pageTree: number; resources: number },
): string {
  const annotations =
    page.annotations.length > 0
      ? `/Annots[${page.annotations.map(formatReference).join(" ")}]`
      : "";
  const group = page.usesTransparency ? "/Group<</S/Transparency/CS/DeviceRGB>>" : "";
  return `<</Type/Page/Parent ${formatReference(pageTree)}/MediaBox[0 0 ${formatNumber(width)} ${formatNumber(height)}]/Resources ${formatReference(resources)}/Contents ${formatReference(page.content)}/StructParents ${page.key}/Tabs/S${annotations}${group}>>`;
}
