import { chooseTextColor } from "../../lib/graphics/color.ts";
import { type Html, html, unsafeHtml } from "../../lib/text/html.ts";
import {
  formatAddressLines,
  type ContactLine,
  listContactLines,
  listPartyNumbers,
} from "./display/party-lines.ts";
import { type Detail, listDetails } from "./display/details.ts";
import { getDocumentName, getHeadingAmount } from "./display/heading.ts";
import { listExemptionNotes, type SumLine, listSumLines } from "./display/sum-lines.ts";
import {
  formatLinePrice,
  formatLineTax,
  hasPrices,
  listLineNotes,
  formatQuantity,
} from "./display/line-texts.ts";
import { toLogoDataUrl } from "../../lib/graphics/logo.ts";
import { renderPaymentSection } from "./page/payment.ts";
import { EXTENDED_STYLE, formatPageNumberStyle, STYLE, UNPRICED_STYLE } from "./page/style.ts";
import type { Invoice, InvoiceLine } from "./types.ts";

/** Renders the invoice as one self-contained HTML document without scripts. */
export function renderInvoicePage(invoice: Invoice): string {
  const { request, invoiceNumber, labels, locale } = invoice;
  const name = getDocumentName(invoice);
  const facts = renderAmountAndDates(invoice);
  const after = [renderExemptions(invoice), renderNotes(invoice), renderPaymentSection(invoice)];
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${formatTitle(invoice, name)}</title>
        <style>
          ${unsafeHtml(renderStyle(invoice))}
        </style>
      </head>
      <body style="${renderColors(request.accentColor.toLowerCase())}">
        <main class="sheet">
          <header class="brand">
            ${renderBrand(invoice)}
            <h1>${name} <span class="user" dir="auto">${invoiceNumber}</span></h1>
          </header>
          <div class="facts">
            ${renderParty("from", invoice)} ${renderParty("to", invoice)} ${facts}
          </div>
          <table class="${hasPrices(invoice) ? "items" : "items unpriced"}">
            <caption>
              ${labels.items}
            </caption>
            <thead>
              <tr>
                <th scope="col">${labels.description}</th>
                <th scope="col">${labels.quantity}</th>
                ${renderPriceHeads(invoice)}
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map((line, index) => renderRow(line, invoice, index))}
            </tbody>
          </table>
          ${hasPrices(invoice) && renderSums(invoice)} ${after}
        </main>
      </body>
    </html> `.markup;
}

/** Formats the page's title; only English has a phrase for it. */
function formatTitle({ request, invoiceNumber, locale }: Invoice, name: string): string {
  const seller = request.from.name;
  const isEnglish = locale === "en" || locale.startsWith("en-");
  return isEnglish
    ? `${name} ${invoiceNumber} from ${seller}`
    : `${name} ${invoiceNumber} – ${seller}`;
}

/** Renders the style sheet. Requests of the first version get its unchanged style. */
function renderStyle(invoice: Invoice): string {
  if (!invoice.isExtended) return STYLE;
  const unpriced = hasPrices(invoice) ? "" : UNPRICED_STYLE;
  return STYLE + EXTENDED_STYLE + unpriced + formatPageNumberStyle(invoice.labels);
}

/**
 * Renders the colors. A pale accent colors the bar but not lines, because they would be invisible
 * on white.
 */
function renderColors(accent: string): string {
  const ink = chooseTextColor(accent);
  const rule = ink === "#ffffff" ? accent : "#14181f";
  return `--accent: ${accent}; --on-accent: ${ink}; --rule: ${rule}`;
}

/** Renders the logo on white, because most logos are made for it. */
function renderBrand({ logo, request }: Invoice): Html {
  const { name } = request.from;
  if (!logo) return html`<p class="user" dir="auto">${name}</p>`;
  return html`<p class="logo"><img src="${toLogoDataUrl(logo)}" alt="${name}" /></p>`;
}

function renderParty(role: "from" | "to", invoice: Invoice): Html {
  const party = invoice.request[role];
  const address = formatAddressLines(party, invoice).join("\n");
  const lines = [
    address !== "" && html`<span class="user kept" dir="auto">${address}</span> `,
    ...listContactLines(party).map(renderContact),
    ...listPartyNumbers(party, invoice).map((number) =>
      renderContact({ text: `${number.label} ${number.value}` }),
    ),
  ];
  return html`<section class="party">
    <h2 class="label">${invoice.labels[role]}</h2>
    <address>
      <span class="user name" dir="auto">${party.name}</span>
      ${lines}
    </address>
  </section>`;
}

/** Renders a contact line: as a link if it has one, else as plain text. */
function renderContact({ text, link }: ContactLine): Html {
  const content = link === undefined ? text : html`<a href="${link}">${text}</a>`;
  return html`<span class="user" dir="auto">${content}</span> `;
}

function renderAmountAndDates(invoice: Invoice): Html {
  const heading = getHeadingAmount(invoice);
  const details = listDetails(invoice).map(renderDetail);
  if (!heading) return html`<dl>${details}</dl>`;
  return html`<dl>
    <dt>${heading.label}</dt>
    <dd class="due">${heading.amount}</dd>
    ${details}
  </dl>`;
}

function renderDetail({ label, value, date }: Detail): Html {
  if (date === undefined) {
    return html`<dt>${label}</dt>
      <dd class="user" dir="auto">${value}</dd> `;
  }
  return html`<dt>${label}</dt>
    <dd><time datetime="${date}">${value}</time></dd> `;
}

/** Separators keep the markup of documents with prices as it was before there were others. */
function renderPriceHeads(invoice: Invoice) {
  const { labels } = invoice;
  if (!hasPrices(invoice)) return false;
  const heads = [labels.rate, labels.amount].map((head) => html`<th scope="col">${head}</th>`);
  return [heads[0], unsafeHtml("\n                "), heads[1]];
}

function renderRow(line: InvoiceLine, invoice: Invoice, index: number): Html {
  const { format } = invoice;
  const description = describeLine(line, invoice, index);
  const quantity = formatQuantity(line, invoice);
  if (!hasPrices(invoice)) {
    return html`<tr>
      <th scope="row" class="user kept" dir="auto">${description}</th>
      <td>${quantity}</td>
    </tr> `;
  }
  return html`<tr>
    <th scope="row" class="user kept" dir="auto">${description}</th>
    <td>${quantity}</td>
    <td>${formatLinePrice(line, invoice)}</td>
    <td class="amount">${format.amount(line.amount)}</td>
  </tr> `;
}

/**
 * Returns the description, and in small print the line's notes and, with several rates, its tax.
 */
function describeLine(line: InvoiceLine, invoice: Invoice, index: number) {
  const notes = listLineNotes(line, invoice, index);
  if (invoice.taxes.length > 1 && hasPrices(invoice)) notes.push(formatLineTax(line.tax, invoice));
  const more = notes.filter(Boolean).join(" · ");
  return more === "" ? line.description : [line.description, html`<small>${more}</small>`];
}

function renderSums(invoice: Invoice): Html {
  const { format } = invoice;
  const lines = listSumLines(invoice);
  const total = lines.at(-1);
  const renderSum = ({ label, amount }: SumLine) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${format.amount(amount)}</dd>
    </div> `;
  return html`<div class="sums">
    <dl>
      ${lines.slice(0, -1).map(renderSum)}
      <div class="total">
        <dt>${total?.label}</dt>
        <dd>${total && format.amount(total.amount)}</dd>
      </div>
    </dl>
  </div>`;
}

/** Renders the reasons for charging no tax, because an invoice must state them. */
function renderExemptions(invoice: Invoice): Html | false {
  if (!hasPrices(invoice)) return false;
  const reasons = listExemptionNotes(invoice);
  if (reasons.length === 0) return false;
  return html`<section class="notes">
    ${reasons.map((reason) => html`<p class="user" dir="auto">${reason}</p>`)}
  </section> `;
}

function renderNotes({ request, labels }: Invoice): Html | false {
  const text = request.notes?.trim();
  if (!text) return false;
  return html`<section class="notes">
    <h2 class="label">${labels.notes}</h2>
    <p class="user kept" dir="auto">${text}</p>
  </section> `;
}
