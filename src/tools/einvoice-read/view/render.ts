import { type Html, html, unsafeHtml } from "../../../lib/text/html.ts";
import type { Message } from "../judge.ts";
import type { Report } from "../task.ts";
import type { GroupValue, TermValue } from "../terms/read-terms.ts";
import { STYLE } from "./style.ts";

type Member = TermValue | GroupValue;

/** What is shown of an invoice besides its terms. */
export type ViewReport = Omit<Report, "invoice">;

/** Renders every term of an invoice, its verdict, messages and files as one document. */
export function renderView(members: readonly Member[], report: ViewReport): string {
  const title = `${formatType(report)} ${findNumber(members)}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${unsafeHtml(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1>${title}</h1>
            <p class="verdict ${report.valid === false ? "bad" : ""}">${formatVerdict(report)}</p>
            <p>${report.specification ?? ""}</p>
          </header>
          ${renderMessages(report)} ${renderMembers(members)} ${renderAttachments(report)}
          ${renderOthers(report)}
        </main>
      </body>
    </html> `.markup;
}

function formatType({ type }: ViewReport): string {
  return type === "invoice" ? "Invoice" : "Credit note";
}

function findNumber(members: readonly Member[]): string {
  const entry = members.find((member) => "term" in member && member.term.id === "BT-1");
  return entry !== undefined && "value" in entry ? entry.value : "";
}

/** Names of profiles that are shown. */
const PROFILE_NAMES: Readonly<Record<string, string>> = {
  xrechnung: "XRechnung",
  "xrechnung-extension": "XRechnung with extension",
  peppol: "Peppol invoice",
  en16931: "EN 16931 invoice",
  "factur-x-minimum": "Factur-X MINIMUM",
  "factur-x-basicwl": "Factur-X BASIC WL",
  "factur-x-basic": "Factur-X BASIC",
  "factur-x-en16931": "Factur-X EN 16931",
  "factur-x-extended": "Factur-X EXTENDED",
  zugferd1: "ZUGFeRD 1",
  other: "invoice",
};

/** Returns the verdict in words: `Valid XRechnung 3.0`, `2 errors, 1 warning`. */
function formatVerdict({ valid, counts, profile, version }: ViewReport): string {
  const name = [PROFILE_NAMES[profile], version].filter(Boolean).join(" ");
  const warnings = counts.warning > 0 ? [formatCount(counts.warning, "warning")] : [];
  if (valid === null) return [`Not judged: ${name}`, ...warnings].join(", ");
  if (valid) return [`Valid ${name}`, ...warnings].join(", ");
  return [formatCount(counts.fatal, "error"), ...warnings].join(", ");
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const SEVERITIES = [
  ["fatal", "Errors"],
  ["warning", "Warnings"],
  ["information", "Information"],
] as const;

function renderMessages({ messages, truncated }: ViewReport): Html[] {
  const groups = SEVERITIES.flatMap(([severity, title]) => {
    const list = messages.filter((message) => message.severity === severity);
    return list.length === 0 ? [] : [renderSeverity(title, list)];
  });
  return truncated ? [...groups, html`<p>Further messages are left out.</p>`] : groups;
}

function renderSeverity(title: string, messages: readonly Message[]): Html {
  const items = messages.map(
    ({ rule, text, line, location }) =>
      html`<li><b>${rule}</b> ${text} <span class="place">Line ${line}: ${location}</span></li>`,
  );
  return html`<section class="messages">
    <h2>${title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** Renders values as rows, and groups with their name and number. */
function renderMembers(members: readonly Member[]): Html[] {
  const rows = members.filter((member) => "term" in member);
  const groups = members.filter((member) => "group" in member);
  return [...(rows.length === 0 ? [] : [renderRows(rows)]), ...groups.map(renderGroup)];
}

function renderGroup({ group, members }: GroupValue): Html {
  return html`<section>
    <h2>${group.name} <small>${group.id}</small></h2>
    ${renderMembers(members)}
  </section>`;
}

function renderRows(values: readonly TermValue[]): Html {
  return html`<dl>${values.flatMap(renderValue)}</dl>`;
}

function renderValue({ term, value, attributes }: TermValue): Html[] {
  const content = term.kind === "binary" ? "attached, see below" : value;
  return [
    renderRow(term, content),
    ...attributes.map((attribute) => renderRow(attribute, attribute.value)),
  ];
}

function renderRow({ id, name }: { id: string; name: string }, value: string): Html {
  return html`<div>
    <dt>${name} <small>${id}</small></dt>
    <dd dir="auto">${value}</dd>
  </div>`;
}

function renderAttachments({ attachments }: ViewReport): Html | undefined {
  if (attachments.length === 0) return undefined;
  const items = attachments.map(
    ({ name, type, bytes, description }) =>
      html`<li><b dir="auto">${name}</b> ${description} (${type}, ${bytes} bytes)</li>`,
  );
  return html`<section>
    <h2>Attachments</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** Renders values that are not of EN 16931. */
function renderOthers({ beyond }: ViewReport): Html | undefined {
  const others = beyond.filter(({ term }) => term === null);
  if (others.length === 0) return undefined;
  return html`<section>
    <h2>Outside EN 16931</h2>
    <dl>${others.map(({ location, value }) => renderRow({ id: "", name: location }, value))}</dl>
  </section>`;
}
