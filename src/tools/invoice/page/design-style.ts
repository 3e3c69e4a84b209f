import type { Paper } from "../../../lib/codes/paper.ts";
import { LETTER_WINDOWS } from "../display/letter.ts";
import type { DESIGNS } from "../schema.ts";

const PLAIN = `
.brand { border: 0; padding-block: 44px 0; }
.brand::after { content: ""; flex: 0 0 100%; margin-top: 10px; border-top: 1.5px solid #000; }
.brand .logo { padding-inline: 0; }
body, .party address, .party .name, .label, .facts dt, .items thead th, .items small, .sums dt, .sums .total dt, .notes, .payment dl, .payment dt, .payment figure { color: #000; }
a { text-decoration-color: #000; }
.items th, .items td, .items tbody tr, .items thead th { border-color: #000; }
@media screen and (max-width: 640px) {
  .brand { padding-block: 24px 0; }
  .items td, .items .amount { color: #000; }
}
@media print { .brand { padding-block: 12mm 0; } }
`;

const BOLD = `
.brand { padding-block: 52px; }
.brand p { font-size: 34px; font-weight: 750; }
.brand h1 { font-size: 23px; font-weight: 600; }
.sums { padding-inline: 0; }
.sums dl { width: auto; }
.sums div { width: fit-content; min-width: min(100% - 2 * var(--side), 320px); max-width: calc(100% - 2 * var(--side)); margin-inline: auto var(--side); }
.sums .total { width: auto; max-width: none; margin: 16px 0 0; padding: 20px var(--side); border: 0; background: var(--accent); align-items: center; }
.sums .total dt { color: var(--on-accent); font-size: 17px; }
.sums .total dd { color: var(--on-accent); font-size: 40px; }
@media screen and (max-width: 640px) {
  .brand { padding-block: 32px; }
  .brand p { font-size: 26px; }
  .sums .total dd { font-size: 30px; }
}
`;

/** Formats the rules of a letter, whose window is at the left in every direction. */
function formatLetterStyle(paper: Paper): string {
  const { sender, recipient, beside, end, folds } = LETTER_WINDOWS[paper];
  const [first = 0, second = first] = folds;
  const marks = `.sheet::before { content: ""; position: absolute; left: 4mm; top: ${first}mm; width: 5mm; height: ${second - first}mm; border-block: .5pt solid #5b6473; }`;
  return `
.sheet { display: flex; flex-direction: column; }
.sheet > :not(.brand, .facts), .sheet::after { order: 2; }
.brand { display: contents; color: #14181f; }
.brand p { padding: 44px var(--side) 0; }
.brand .logo { background: none; padding: 44px var(--side) 0; }
.brand h1 { order: 1; padding: 0 var(--side) 20px; font-size: 20px; font-weight: 650; }
.facts { direction: ltr; grid-template: "to from" auto "to facts" 1fr / 1fr minmax(200px, auto); gap: 20px 32px; padding-block: 28px 36px; }
.party { grid-area: from; }
.party:not(.window) .label { display: none; }
.facts .window { grid-area: to; }
.facts dl { grid-area: facts; display: grid; grid-template-columns: fit-content(50%) 1fr; gap: 2px 16px; align-content: start; align-items: baseline; }
.facts dd + dt { margin-top: 0; }
.facts dt:has(+ .due), .facts .due { grid-column: 1 / -1; }
[dir="rtl"] .facts > * { direction: rtl; }
.window .sender { margin-bottom: 6px; font-size: 11px; color: #5b6473; }
.window address { color: #14181f; }
.facts dd { white-space: pre-line; }
@media screen and (max-width: 640px) {
  .brand p, .brand .logo { padding-top: 28px; }
  .facts { grid-template: "to" auto "from" auto "facts" auto / 1fr; gap: 24px; }
}
@page { size: ${paper}; }
@media print {
  .sheet { position: relative; }
  .brand h1, .items, .sums, .notes, .payment { padding-inline: 0; margin-inline: 0; padding-left: 25mm; padding-right: 20mm; }
  .items { width: 100%; }
  .brand p, .brand .logo { position: absolute; left: 25mm; top: 12mm; width: 80mm; padding: 0; }
  .facts { display: block; min-height: ${end}mm; padding: 12mm 20mm 6mm ${beside}mm; }
  .party { margin-bottom: 4mm; }
  .facts { font-size: 9pt; line-height: 1.4; }
  .window p, .window address { position: absolute; left: 25mm; width: 79mm; margin: 0; white-space: nowrap; }
  .window .sender { top: ${sender}mm; font-size: 6.5pt; }
  .window address { top: ${recipient}mm; font-size: 9pt; line-height: 11.5pt; }
  .brand h1 { padding-bottom: 4mm; }
  ${folds.length > 0 ? marks : ""}
}
`;
}

/** Returns the rules of a design over those of the classic one. */
export function formatDesignStyle(
  design: (typeof DESIGNS)[number] | undefined,
  paper: Paper,
): string {
  switch (design) {
    case "plain":
      return PLAIN;
    case "bold":
      return BOLD;
    case "letter":
      return formatLetterStyle(paper);
    default:
      return "";
  }
}
