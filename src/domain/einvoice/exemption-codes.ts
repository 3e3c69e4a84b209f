/**
 * Codes of the CEF VATEX list by categories without tax. A plain exemption has no code here,
 * because there are dozens.
 */
export const EXEMPTION_CODES: Readonly<Record<string, string>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
};
