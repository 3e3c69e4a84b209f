import type { Invoice } from "../invoice-model.ts";

/**
 * The invoice's style sheet, for screen and print. The accent is a custom property of the body.
 * Side margins are zero, so that the brand bar reaches the paper's edges.
 */
export const STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: #eef0f3; color: #14181f;
  font: 15px/1.5 -apple-system, "Inter", "Segoe UI", "Helvetica Neue", Roboto, "Liberation Sans", Arial, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
}
h1, h2, p, dl, dd, address { margin: 0; font: inherit; }
a { color: inherit; text-decoration: underline; text-decoration-color: #b6bdc8; text-underline-offset: 2px; }
.sheet { max-width: 840px; margin: 40px auto; background: #fff; box-shadow: 0 1px 3px rgb(20 24 31 / .12), 0 12px 32px rgb(20 24 31 / .06); }
.brand, .facts, .items, .sums, .notes { --side: 56px; padding-inline: var(--side); }
.brand {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 32px;
  padding-block: 30px; background: var(--accent); color: var(--on-accent);
  border-bottom: 1px solid rgb(20 24 31 / .08);
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
.brand p { font-size: 22px; line-height: 1.3; font-weight: 650; }
.brand h1 { font-size: 16px; }
.user { overflow-wrap: anywhere; unicode-bidi: isolate; text-align: left; }
.kept { white-space: pre-line; }
.facts { display: grid; grid-template-columns: 1fr 1fr minmax(150px, auto); gap: 28px 32px; padding-block: 44px 40px; }
.label, .facts dt, .items thead th { font-size: 12px; line-height: 1.5; font-weight: 600; color: #5b6473; }
.label { margin-bottom: 4px; }
.party { min-width: 0; }
.party .user { display: block; }
.party address { color: #3b4350; }
.party .name { font-weight: 600; color: #14181f; }
.facts dd + dt { margin-top: 12px; }
.facts .due { font-size: 22px; line-height: 1.35; font-weight: 650; }
.items { width: 100%; border-collapse: separate; border-spacing: 0; }
.items caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.items th, .items td { padding: 12px 0 12px 24px; text-align: end; vertical-align: top; font-weight: 400; border-bottom: 1px solid #e3e6eb; }
.items th:first-child { padding-inline: 0; text-align: left; width: 100%; }
.items thead th { padding-block: 0 8px; white-space: nowrap; border-bottom: 1.5px solid #14181f; vertical-align: bottom; }
.items td { white-space: nowrap; }
.items .amount { font-weight: 500; }
.items tr { break-inside: avoid; }
.sums { break-inside: avoid; break-before: avoid; padding-block: 20px 8px; }
.sums dl { margin-inline-start: auto; width: fit-content; min-width: min(100%, 320px); }
.sums div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 40px; padding: 4px 0; }
.sums dt { color: #3b4350; }
.sums dd { margin-inline-start: auto; overflow-wrap: anywhere; }
.sums .total { margin-top: 10px; padding-top: 12px; border-top: 3px solid var(--rule); align-items: baseline; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.sums .total dt { font-weight: 600; color: #14181f; }
.sums .total dd { font-size: 26px; line-height: 1.3; font-weight: 700; }
.notes { padding-block: 32px 0; color: #3b4350; max-width: calc(62ch + 2 * var(--side)); orphans: 3; widows: 3; }
.notes .label { break-after: avoid; }
.sheet::after { content: ""; display: block; height: 56px; }
@media screen and (max-width: 640px) {
  body { background: #fff; }
  .sheet { margin: 0; box-shadow: none; }
  .brand, .facts, .items, .sums, .notes { --side: 20px; }
  .brand { padding-block: 22px; }
  .facts { grid-template-columns: 1fr; gap: 24px; padding-block: 28px; }
  .items, .items tbody { display: block; }
  .items thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .items tbody tr { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding-block: 12px; border-bottom: 1px solid #e3e6eb; }
  .items tbody th, .items tbody td { padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  .items tbody th { flex: 1 0 100%; }
  .items td { color: #3b4350; }
  .items td:nth-child(2)::after { content: " ×"; }
  .items .amount { margin-inline-start: auto; color: #14181f; }
  .sums div { gap: 0 20px; }
  .sums .total dd { font-size: 21px; }
}
@page {
  margin: 16mm 0 18mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); padding-right: 16mm; font: 9pt "Inter", "Segoe UI", "Helvetica Neue", Roboto, "Liberation Sans", Arial, "Noto Sans", sans-serif; color: #5b6473; }
}
@page :first { margin-top: 0; }
@media print {
  body { background: none; font-size: 10pt; }
  .sheet { max-width: none; margin: 0; box-shadow: none; }
  .sheet::after { content: none; }
  .brand, .facts, .items, .sums, .notes { --side: 16mm; }
  .facts { padding-block: 11mm 10mm; }
  .items th, .items td { padding-block: 8px; }
}
`;

/** Rules that only invoices with members of later versions need. */
export const EXTENDED_STYLE = `
.brand { align-items: center; }
.brand .logo { background: #fff; border-radius: 6px; padding: 8px 12px; line-height: 0; }
.brand .logo img { max-width: min(220px, 60vw); max-height: 56px; width: auto; height: auto; min-height: 24px; object-fit: contain; }
.facts dd { overflow-wrap: anywhere; }
.items small { display: block; font-size: 12px; color: #5b6473; }
.payment { --side: 56px; padding: 32px var(--side) 0; display: flex; flex-wrap: wrap; gap: 24px 40px; justify-content: space-between; align-items: flex-start; break-inside: avoid; }
.payment dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 20px; color: #14181f; }
.payment dt { color: #5b6473; }
.payment dd { overflow-wrap: anywhere; white-space: pre-line; }
.payment figure { margin: 0; text-align: center; font-size: 12px; color: #5b6473; }
.payment svg { display: block; width: 140px; height: 140px; margin-bottom: 4px; }
@media screen and (max-width: 640px) {
  .payment { --side: 20px; }
  .payment dl { grid-template-columns: 1fr; gap: 0; }
  .payment dd { margin-bottom: 8px; }
}
@media print {
  .payment { --side: 16mm; }
  .payment svg { width: 36mm; height: 36mm; }
}
`;

/** The rule of tables without prices: quantities are not followed by a multiplication sign. */
export const UNPRICED_STYLE = `.unpriced tbody td:nth-child(2)::after { content: ""; }\n`;

export const BARE_LOGO_STYLE = `.brand .logo { background: none; padding-inline: 0; }\n`;

/** The rules of documents with a second language: its words are smaller, and below column heads. */
export const BILINGUAL_STYLE = `
[lang] [lang] { font-size: .85em; font-weight: 400; }
.items thead [lang] { display: block; text-align: -webkit-match-parent; text-align: match-parent; }
`;

/** The rules of documents from right to left, over those with `left` and `right`. */
export const RIGHT_TO_LEFT_STYLE = `
.user, .items th:first-child { text-align: right; }
.items th, .items td { padding-inline: 24px 0; }
.items th:first-child { padding-inline: 0; }
@media screen and (max-width: 640px) {
  .items tbody th, .items tbody td { padding: 0; }
}
@page { @bottom-right { content: none; } @bottom-left { direction: rtl; padding-left: 16mm; font: 9pt "Inter", "Segoe UI", "Helvetica Neue", Roboto, "Liberation Sans", Arial, "Noto Sans", sans-serif; color: #5b6473; } }
`;

/** The rules of a code that is wider than high: modules of two pixels, and of 0.26 mm on paper. */
export const WIDE_CODE_STYLE = `
.payment figure { max-width: 100%; }
.payment svg { width: 452px; max-width: 100%; height: auto; }
@media print { .payment svg { width: 59mm; } }
`;

/** Returns the rule that numbers printed pages with the label's words. */
export function formatPageNumberStyle({
  labels: { page, of },
  direction,
}: Pick<Invoice, "labels" | "direction">): string {
  const box = direction === "rtl" ? "bottom-left" : "bottom-right";
  return `@page { @${box} { content: ${toCssString(`${page} `)} counter(page) ${toCssString(` ${of} `)} counter(pages); } }\n`;
}

/**
 * Escapes everything but letters, digits and spaces, because a label must not end the string or the
 * style sheet.
 */
function toCssString(text: string): string {
  const escaped = text.replace(
    /[^\p{L}\p{N} ]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
