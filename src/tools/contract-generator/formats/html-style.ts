/** The style sheet of the HTML document, on screen and on paper. */
export const STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: #eef0f3; color: #14181f;
  font: 15px/1.6 -apple-system, "Inter", "Segoe UI", "Helvetica Neue", Roboto, "Liberation Sans", Arial, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
}
h1, h2, p, ol, ul, blockquote, dl, dd { margin: 0; padding: 0; font: inherit; }
.sheet { max-width: 800px; margin: 40px auto; padding: 72px 80px 80px; background: #fff; box-shadow: 0 1px 3px rgb(20 24 31 / .12), 0 12px 32px rgb(20 24 31 / .06); }
h1 { font-size: 36px; line-height: 1.15; font-weight: 700; letter-spacing: -.016em; }
h2 { font-size: 19px; line-height: 1.3; font-weight: 650; margin: 36px 0 10px; break-after: avoid; }
.user { overflow-wrap: anywhere; unicode-bidi: isolate; text-align: left; }
.between { margin-top: 8px; font-size: 17px; color: #4b5463; overflow-wrap: anywhere; }
.notice { margin-top: 28px; padding: 12px 16px; border-radius: 6px; background: #f3f5f8; color: #4b5463; font-size: 13.5px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.notice strong { color: #14181f; font-weight: 600; }
.terms { width: 100%; border-collapse: collapse; table-layout: fixed; border-top: 1px solid #14181f; }
.terms th, .terms td { padding: 9px 0; text-align: left; vertical-align: top; font-weight: 400; border-bottom: 1px solid #d9dde3; }
.terms th { width: 150px; padding-right: 24px; color: #4b5463; }
.terms tr { break-inside: avoid; }
.terms .user { display: block; color: #4b5463; min-height: 1.6em; }
.terms .value { font-weight: 500; color: #14181f; }
.clauses { list-style: none; }
.clauses > li { display: grid; grid-template-columns: 48px minmax(0, 1fr); margin-top: 10px; }
.number { color: #4b5463; }
.clauses p { overflow-wrap: anywhere; orphans: 2; widows: 2; }
.entries { margin-top: 4px; padding-left: 18px; }
.entries li::marker { color: #4b5463; }
.text { margin-top: 6px; padding-left: 16px; border-left: 2px solid #d9dde3; white-space: pre-wrap; }
.signatures { break-inside: avoid; }
.parties { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 56px; }
.party { display: grid; grid-template-rows: subgrid; grid-row: span 5; align-content: start; }
.party .role, .line { font-size: 13px; color: #4b5463; }
.party .name { font-weight: 600; }
.line { margin-top: 48px; padding-top: 5px; border-top: 1px solid #14181f; }
@media screen and (max-width: 640px) {
  body { background: #fff; }
  .sheet { margin: 0; padding: 32px 20px 48px; box-shadow: none; }
  h1 { font-size: 28px; }
  .terms th { width: 104px; padding-right: 12px; }
  .clauses > li { grid-template-columns: 40px minmax(0, 1fr); }
  .parties { grid-template-columns: minmax(0, 1fr); }
  .party + .party { margin-top: 40px; }
}
@page {
  margin: 20mm 24mm 22mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt "Inter", "Segoe UI", "Helvetica Neue", Roboto, "Liberation Sans", Arial, "Noto Sans", sans-serif; color: #4b5463; }
}
@media print {
  body { background: none; font-size: 9.5pt; line-height: 1.5; }
  .sheet { max-width: none; margin: 0; padding: 0; box-shadow: none; }
  h1 { font-size: 25pt; }
  h2 { font-size: 12.5pt; margin: 20pt 0 5pt; }
  .between { font-size: 11pt; }
  .notice { font-size: 8.5pt; margin-top: 18pt; }
  .terms th, .terms td { padding-block: 5pt; }
  .terms th { width: 92pt; }
  .clauses > li { grid-template-columns: 30pt minmax(0, 1fr); margin-top: 5pt; }
  .party .role, .line { font-size: 8pt; }
  .line { margin-top: 32pt; }
}
`;
