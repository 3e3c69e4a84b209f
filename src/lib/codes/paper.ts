/** Countries that print on Letter paper. */
const LETTER = new Set(["US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PH", "PR", "SV", "VE"]);

export type Paper = "A4" | "Letter";

/** Returns the paper of a country by its code (ISO 3166-1 alpha-2, in upper case). */
export function getPaper(country: string): Paper {
  return LETTER.has(country) ? "Letter" : "A4";
}
