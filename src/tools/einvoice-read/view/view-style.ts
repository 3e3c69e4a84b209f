/** The style sheet of a received invoice, for screen and print. */
export const STYLE = `
:root { --text: #14181f; --muted: #5b6473; --line: #e3e6eb; --bad: #b42318; --good: #067647; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaee; --muted: #a3abb8; --line: #333a45; --bad: #ff9b8e; --good: #6ce0a4; --page: #14181f; }
}
@media print { :root { --text: #000; --muted: #444; --line: #ccc; --page: #fff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 840px; margin: 0 auto; padding: 32px 24px; }
h1, h2, p, dl, dd, ul { margin: 0; }
h1 { font-size: 24px; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin-bottom: 6px; break-after: avoid; }
small { font-size: 12px; font-weight: 400; color: var(--muted); white-space: nowrap; }
header p { color: var(--muted); overflow-wrap: anywhere; }
header .verdict { font-size: 18px; font-weight: 600; color: var(--good); }
header .verdict.bad { color: var(--bad); }
section { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
section section { margin-top: 12px; padding-block: 0; padding-inline-start: 16px; border-top: 0; border-inline-start: 2px solid var(--line); }
main > dl { margin-top: 24px; }
dl > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 16px; padding-block: 4px; break-inside: avoid; }
dt { color: var(--muted); overflow-wrap: anywhere; }
dd { white-space: pre-line; overflow-wrap: anywhere; }
ul { padding-inline-start: 20px; }
li { margin-block: 6px; overflow-wrap: anywhere; }
.place { display: block; font-size: 13px; color: var(--muted); }
@media (max-width: 560px) { dl > div { grid-template-columns: minmax(0, 1fr); } }
`;
