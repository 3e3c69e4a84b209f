import { type Html, html, unsafeHtml } from "../../../lib/text/html.ts";
import {
  type Contract,
  type KeyTerm,
  type NumberedClause,
  type Section,
  SIGNATURE_LINES,
  type Signatory,
} from "../contract-model.ts";
import { STYLE } from "./html-style.ts";

/** Writes the agreement as one self-contained HTML document without scripts. */
export function writePage(contract: Contract, { hasNotice }: { hasNotice: boolean }): string {
  const { title, parties, notice, keyTerms, sections, signatures } = contract;
  const [freelancer, client] = signatures.signatories;
  // Not in the template, because the bundle cannot escape the characters of a tagged template.
  const documentTitle = `${title} – ${freelancer?.name} and ${client?.name}`;
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${documentTitle}</title>
        <style>
          ${unsafeHtml(STYLE)}
        </style>
      </head>
      <body>
        <main class="sheet">
          <h1>${title}</h1>
          <p class="between">${parties}</p>
          ${hasNotice && html`<p class="notice"><strong>Notice.</strong> ${notice}</p>`}
          <section>
            <h2>Key terms</h2>
            <table class="terms">
              <tbody>
                ${keyTerms.map(renderKeyTermRow)}
              </tbody>
            </table>
          </section>
          ${sections.map(renderSection)}
          <section class="signatures">
            <h2>${signatures.number}. ${signatures.heading}</h2>
            <div class="parties">${signatures.signatories.map(renderSignatureBlock)}</div>
          </section>
        </main>
      </body>
    </html> `.markup;
}

function renderKeyTermRow({ label, value, details }: KeyTerm): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td>
      <span class="user value" dir="auto">${value}</span>
      ${details.map((line) => html`<span class="user" dir="auto">${line}</span> `)}
    </td>
  </tr> `;
}

function renderSection({ number, heading, clauses }: Section): Html {
  return html`<section>
    <h2>${number}. ${heading}</h2>
    <ol class="clauses">
      ${clauses.map(renderClause)}
    </ol>
  </section> `;
}

function renderClause({ number, text, passage }: NumberedClause): Html {
  return html`<li>
    <span class="number">${number}</span>
    <div>
      <p>${text}</p>
      ${passage && (passage.kind === "list" ? renderList(passage.lines) : renderQuotation(passage.lines))}
    </div>
  </li> `;
}

function renderList(lines: readonly string[]): Html {
  return html`<ul class="entries">
    ${lines.map((line) => html`<li class="user" dir="auto">${line}</li> `)}
  </ul>`;
}

/** Renders the caller's text with a bar beside it, so that it cannot be mistaken for a clause. */
function renderQuotation(lines: readonly string[]): Html {
  return html`<blockquote class="user text" dir="auto">${lines.join("\n")}</blockquote>`;
}

function renderSignatureBlock({ role, name }: Signatory): Html {
  return html`<div class="party">
    <p class="role">${role}</p>
    <p class="user name" dir="auto">${name}</p>
    ${SIGNATURE_LINES.map((label) => html`<p class="line">${label}</p> `)}
  </div> `;
}
