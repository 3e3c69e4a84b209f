import { contrastingTextColor } from "../../lib/color.ts";
import { formatCurrency, percentText, formatPrice, quantityText } from "../../lib/currency.ts";
import { formatLongDate } from "../../lib/date.ts";
import { type Html, html, unsafeHtml } from "../../lib/html.ts";
import type { Invoice } from "./types.ts";
import type { Line } from "./totals.ts";
import { mailLink, webLink } from "./links.ts";
import { STYLE } from "./style.ts";

type Party = Invoice["request"]["from"] | Invoice["request"]["to"];

/** The invoice as one HTML document: complete, without scripts, and with nothing to load. */
export function invoicePage(invoice: Invoice): string {
  const { request, invoiceNumber } = invoice;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>Invoice ${invoiceNumber} from ${request.from.name}</title>
        <style>
          ${unsafeHtml(STYLE)}
        </style>
      </head>
      <body style="${colors(request.accentColor.toLowerCase())}">
        <main class="sheet">
          <header class="brand">
            <p class="user" dir="auto">${request.from.name}</p>
            <h1>Invoice <span class="user" dir="auto">${invoiceNumber}</span></h1>
          </header>
          <div class="facts">
            ${party("From", request.from)} ${party("Billed to", request.to)} ${dates(invoice)}
          </div>
          <table class="items">
            <caption>
              Items of this invoice
            </caption>
            <thead>
              <tr>
                <th scope="col">Description</th>
                <th scope="col">Quantity</th>
                <th scope="col">Rate</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map((line) => row(request.currency, line))}
            </tbody>
          </table>
          ${sums(invoice)} ${notes(request.notes)}
        </main>
      </body>
    </html> `.markup;
}

/** A pale accent makes a bar but no rule: that would vanish on white. */
function colors(accent: string): string {
  const ink = contrastingTextColor(accent);
  const rule = ink === "#ffffff" ? accent : "#14181f";
  return `--accent: ${accent}; --on-accent: ${ink}; --rule: ${rule}`;
}

function party(label: string, { name, address, email, phone, ...rest }: Party): Html {
  const website = "website" in rest ? rest.website : undefined;
  return html`<section class="party">
    <h2 class="label">${label}</h2>
    <address>
      <span class="user name" dir="auto">${name}</span>
      ${isFilled(address) && html`<span class="user kept" dir="auto">${address.trim()}</span> `}${[
        linked(email, mailLink),
        linked(phone, () => undefined),
        linked(website, webLink),
      ]}
    </address>
  </section>`;
}

/** A line of contact: a link where `toLink` finds one, else the text as it was typed. */
function linked(
  text: string | undefined,
  toLink: (text: string) => string | undefined,
): Html | false {
  if (!isFilled(text)) return false;
  const shown = text.trim();
  const link = toLink(shown);
  const content = link === undefined ? shown : html`<a href="${link}">${shown}</a>`;
  return html`<span class="user" dir="auto">${content}</span> `;
}

function dates({ request, issueDate, total }: Invoice): Html {
  return html`<dl>
    <dt>${total.lt(0) ? "Credit" : "Amount due"}</dt>
    <dd class="due">${formatCurrency(request.currency, total.abs())}</dd>
    ${day("Issued", issueDate)}${request.dueDate !== undefined && day("Due", request.dueDate)}
  </dl>`;
}

function day(label: string, date: string): Html {
  return html`<dt>${label}</dt>
    <dd><time datetime="${date}">${formatLongDate(date)}</time></dd> `;
}

function row(currency: string, { description, quantity, rate, amount }: Line): Html {
  return html`<tr>
    <th scope="row" class="user kept" dir="auto">${description}</th>
    <td>${quantityText(currency, quantity)}</td>
    <td>${formatPrice(currency, rate)}</td>
    <td class="amount">${formatCurrency(currency, amount)}</td>
  </tr> `;
}

function sums({ request, subtotal, discount, tax, total }: Invoice): Html {
  const { currency } = request;
  const sum = (label: string, amount: typeof total) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${formatCurrency(currency, amount)}</dd>
    </div> `;
  return html`<div class="sums">
    <dl>
      ${sum("Subtotal", subtotal)}${request.discount > 0 && sum(`Discount (${percentText(request.discount)})`, discount.neg())}${request.taxRate > 0 && sum(`Tax (${percentText(request.taxRate)})`, tax)}
      <div class="total">
        <dt>Total</dt>
        <dd>${formatCurrency(currency, total)}</dd>
      </div>
    </dl>
  </div>`;
}

function notes(text: string | undefined): Html | false {
  if (!isFilled(text)) return false;
  return html`<section class="notes">
    <h2 class="label">Notes</h2>
    <p class="user kept" dir="auto">${text.trim()}</p>
  </section> `;
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
