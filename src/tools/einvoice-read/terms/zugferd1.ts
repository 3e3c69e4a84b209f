/** Names of CII D16B that are others in ZUGFeRD 1. */
const RENAMED: readonly (readonly [name: RegExp, first: string])[] = [
  [/\bFormattedIssueDateTime\/qdt:DateTimeString\b/g, "IssueDateTime"],
  [/\bExchangedDocumentContext\b/g, "SpecifiedExchangedDocumentContext"],
  [/\bExchangedDocument\b/g, "HeaderExchangedDocument"],
  [/\bSupplyChainTradeTransaction\b/g, "SpecifiedSupplyChainTradeTransaction"],
  [/\bApplicableHeaderTrade/g, "ApplicableSupplyChainTrade"],
  [/\bSpecifiedLineTrade/g, "SpecifiedSupplyChainTrade"],
  [/\bSpecifiedTradeSettlement(?:Header|Line)Monetary/g, "SpecifiedTradeSettlementMonetary"],
  [/\bRateApplicablePercent\b/g, "ApplicablePercent"],
  [/\bIssuerAssignedID\b/g, "ID"],
];

const translated = new Map<string, string>();

/** Returns the path in ZUGFeRD 1 of a path in CII D16B, which grew out of it. */
export function toZugferd1Path(path: string): string {
  let result = translated.get(path);
  if (result === undefined) {
    result = RENAMED.reduce((text, [name, first]) => text.replace(name, first), path);
    translated.set(path, result);
  }
  return result;
}
