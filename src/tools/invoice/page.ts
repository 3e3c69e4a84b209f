import { contrastingTextColor } from "../../lib/color.ts";
import { type Html, html, unsafeHtml } from "../../lib/html.ts";
import {
  addressLines,
  type ContactLine,
  contactLines,
  type Detail,
  documentName,
  exemptionNotes,
  headingAmount,
  invoiceDetails,
  partyNumbers,
  quantityWithUnit,
  type SumLine,
  sumLines,
} from "./details.ts";
import { logoDataUrl } from "../../pdf/logo/logo.ts";
import { paymentSection } from "./page/payment.ts";
import { EXTENDED_STYLE, pageNumberStyle, STYLE } from "./page/style.ts";
import type { Line } from "./totals.ts";
import type { Invoice } from "./types.ts";

/** Returns the invoice as one HTML document: complete, without scripts, and with nothing to load. */
export function invoicePage(invoice: Invoice): string {
  const { request, invoiceNumber, labels, locale } = invoice;
  const name = documentName(invoice);
  const after = [exemptions(invoice), notes(invoice), paymentSection(invoice)];
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title(invoice, name)}</title>
        <style>
          ${unsafeHtml(style(invoice))}
        </style>
      </head>
      <body style="${colors(request.accentColor.toLowerCase())}">
        <main class="sheet">
          <header class="brand">
            ${brand(invoice)}
            <h1>${name} <span class="user" dir="auto">${invoiceNumber}</span></h1>
          </header>
          <div class="facts">
            ${party("from", invoice)} ${party("to", invoice)} ${amountAndDates(invoice)}
          </div>
          <table class="items">
            <caption>
              ${labels.items}
            </caption>
            <thead>
              <tr>
                <th scope="col">${labels.description}</th>
                <th scope="col">${labels.quantity}</th>
                <th scope="col">${labels.rate}</th>
                <th scope="col">${labels.amount}</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map((line) => row(line, invoice))}
            </tbody>
          </table>
          ${sums(invoice)} ${after}
        </main>
      </body>
    </html> `.markup;
}

/** Only English has a sentence for it. */
function title({ request, invoiceNumber, locale }: Invoice, name: string): string {
  const seller = request.from.name;
  const isEnglish = locale === "en" || locale.startsWith("en-");
  return isEnglish
    ? `${name} ${invoiceNumber} from ${seller}`
    : `${name} ${invoiceNumber} – ${seller}`;
}

/** The first version's style is never longer than it was. */
function style(invoice: Invoice): string {
  if (!invoice.isExtended) return STYLE;
  return STYLE + EXTENDED_STYLE + pageNumberStyle(invoice.labels);
}

/** Returns the colors. A pale accent colors the bar but not lines, because they would vanish on white. */
function colors(accent: string): string {
  const ink = contrastingTextColor(accent);
  const rule = ink === "#ffffff" ? accent : "#14181f";
  return `--accent: ${accent}; --on-accent: ${ink}; --rule: ${rule}`;
}

/** The logo is on white, because most are made for it. */
function brand({ logo, request }: Invoice): Html {
  const { name } = request.from;
  if (!logo) return html`<p class="user" dir="auto">${name}</p>`;
  return html`<p class="logo"><img src="${logoDataUrl(logo)}" alt="${name}" /></p>`;
}

function party(role: "from" | "to", invoice: Invoice): Html {
  const one = invoice.request[role];
  const address = addressLines(one, invoice).join("\n");
  const lines = [
    address !== "" && html`<span class="user kept" dir="auto">${address}</span> `,
    ...contactLines(one).map(contact),
    ...partyNumbers(one, invoice).map((number) =>
      contact({ text: `${number.label} ${number.value}` }),
    ),
  ];
  return html`<section class="party">
    <h2 class="label">${invoice.labels[role]}</h2>
    <address>
      <span class="user name" dir="auto">${one.name}</span>
      ${lines}
    </address>
  </section>`;
}

/** A line of contact: a link where there is one, else the text as it was typed. */
function contact({ text, link }: ContactLine): Html {
  const content = link === undefined ? text : html`<a href="${link}">${text}</a>`;
  return html`<span class="user" dir="auto">${content}</span> `;
}

function amountAndDates(invoice: Invoice): Html {
  const { label, amount } = headingAmount(invoice);
  return html`<dl>
    <dt>${label}</dt>
    <dd class="due">${amount}</dd>
    ${invoiceDetails(invoice).map(detail)}
  </dl>`;
}

function detail({ label, value, date }: Detail): Html {
  if (date === undefined) {
    return html`<dt>${label}</dt>
      <dd class="user" dir="auto">${value}</dd> `;
  }
  return html`<dt>${label}</dt>
    <dd><time datetime="${date}">${value}</time></dd> `;
}

function row(line: Line, invoice: Invoice): Html {
  const { format } = invoice;
  return html`<tr>
    <th scope="row" class="user kept" dir="auto">${describe(line, invoice)}</th>
    <td>${quantityWithUnit(line, invoice)}</td>
    <td>${format.price(line.rate)}</td>
    <td class="amount">${format.amount(line.amount)}</td>
  </tr> `;
}

/** The description and, in small print, the item's number and its tax rate where there are several. */
function describe({ description, id, taxRate }: Line, { taxes, labels, format }: Invoice) {
  const rate = taxes.length > 1 && `${labels.tax} ${format.percent(taxRate)}`;
  const more = [id, rate].filter(Boolean).join(" · ");
  return [description, more !== "" && html`<small>${more}</small>`];
}

function sums(invoice: Invoice): Html {
  const { format } = invoice;
  const lines = sumLines(invoice);
  const total = lines.find(({ kind }) => kind === "total");
  const part = ({ label, amount }: SumLine) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${format.amount(amount)}</dd>
    </div> `;
  return html`<div class="sums">
    <dl>
      ${lines.filter(({ kind }) => kind !== "total").map(part)}
      <div class="total">
        <dt>${total?.label}</dt>
        <dd>${total && format.amount(total.amount)}</dd>
      </div>
    </dl>
  </div>`;
}

/** Why no tax is charged has to be on the invoice. */
function exemptions(invoice: Invoice): Html | false {
  const reasons = exemptionNotes(invoice);
  if (reasons.length === 0) return false;
  return html`<section class="notes">
    ${reasons.map((reason) => html`<p class="user" dir="auto">${reason}</p>`)}
  </section> `;
}

function notes({ request, labels }: Invoice): Html | false {
  const text = request.notes?.trim();
  if (!text) return false;
  return html`<section class="notes">
    <h2 class="label">${labels.notes}</h2>
    <p class="user kept" dir="auto">${text}</p>
  </section> `;
}
