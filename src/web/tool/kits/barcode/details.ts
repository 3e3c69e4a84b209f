import type { ToolResponse } from "../../response.ts";

/** Members of the response except the image. */
export interface BarcodeDetails {
  type: string;
  text: string;
  checkDigit: string | null;
  humanReadable: string | null;
  modules: { x: number; y: number };
  sizeMm: { width: number; height: number };
  elements: { ai: string; title: string; value: string }[] | null;
  digitalLink: string | null;
}

/** Returns the details of the last symbol. */
export function getDetails(response: ToolResponse | undefined): BarcodeDetails | undefined {
  const content = response?.content;
  return content?.kind === "image" ? (content.details as BarcodeDetails | undefined) : undefined;
}
