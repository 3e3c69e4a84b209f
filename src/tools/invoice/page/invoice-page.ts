import { chooseTextColor } from "../../../lib/graphics/color.ts";
import { type Html, html, unsafeHtml } from "../../../lib/text/html.ts";
import {
  formatAddressLines,
  type ContactLine,
  listContactLines,
  listPartyNumbers,
} from "../display/party-lines.ts";
import { type Detail, listDetails } from "../display/details.ts";
import {
  getDocumentLabel,
  getDocumentName,
  getHeadingAmount,
  getTableLabel,
} from "../display/heading.ts";
import { getLabel, isolateText } from "../display/label.ts";
import { toLetterTexts } from "../display/letter.ts";
import { choosePaper } from "../display/paper.ts";
import { listExemptionNotes, type SumLine, listSumLines } from "../display/sum-lines.ts";
import {
  formatLinePrice,
  formatLineTax,
  getQuantityLabel,
  hasPrices,
  listLineNotes,
  formatQuantity,
} from "../display/line-texts.ts";
import { toLogoDataUrl } from "../../../lib/graphics/logo.ts";
import { renderPaymentSection } from "./payment.ts";
import { formatDesignStyle } from "./design-style.ts";
import { renderLabel } from "./label.ts";
import { renderWindow } from "./letter.ts";
import {
  BARE_LOGO_STYLE,
  BILINGUAL_STYLE,
  EXTENDED_STYLE,
  formatPageNumberStyle,
  RIGHT_TO_LEFT_STYLE,
  STYLE,
  UNPRICED_STYLE,
  WIDE_CODE_STYLE,
} from "./page-style.ts";
import type { Labels } from "../locale/labels.ts";
import type { Invoice, InvoiceLine } from "../invoice-model.ts";

/** Renders the invoice as one self-contained HTML document without scripts. */
export function renderInvoicePage(invoice: Invoice): string {
  const { request, invoiceNumber } = invoice;
  const name = renderLabel(getDocumentLabel(invoice), invoice);
  const render = (label: keyof Labels) => renderLabel(getLabel(label, invoice), invoice);
  const [from, to, facts] = renderHead(invoice);
  const after = [renderExemptions(invoice), renderNotes(invoice), renderPaymentSection(invoice)];
  return html`<!doctype html>
    <html${renderRootAttributes(invoice)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${formatTitle(invoice)}</title>
        <style>
          ${unsafeHtml(renderStyle(invoice))}
        </style>
      </head>
      <body style="${renderColors(request)}">
        <main class="sheet">
          <header class="brand">
            ${renderBrand(invoice)}
            <h1>${name} <span class="user" dir="auto">${invoiceNumber}</span></h1>
          </header>
          <div class="facts">
            ${from} ${to} ${facts}
          </div>
          <table class="${hasPrices(invoice) ? "items" : "items unpriced"}">
            <caption>
              ${renderLabel(getTableLabel(invoice), invoice)}
            </caption>
            <thead>
              <tr>
                <th scope="col">${render("description")}</th>
                <th scope="col">${renderLabel(getQuantityLabel(invoice), invoice)}</th>
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

/** Renders the attributes of the root: its language, and what differs from the usual. */
function renderRootAttributes({ locale, direction, request: { design = "classic" } }: Invoice) {
  const attributes = [
    ` lang="${locale}"`,
    direction === "rtl" ? ' dir="rtl"' : "",
    design === "classic" ? "" : ` data-design="${design}"`,
  ];
  return unsafeHtml(attributes.join(""));
}

/** Formats the page's title; only English has a phrase for it. */
function formatTitle(invoice: Invoice): string {
  const { locale } = invoice;
  const isEnglish = locale === "en" || locale.startsWith("en-");
  const number = isolateText(invoice.invoiceNumber, invoice);
  const seller = isolateText(invoice.request.from.name, invoice);
  return `${getDocumentName(invoice)} ${number} ${isEnglish ? "from" : "–"} ${seller}`;
}

/** Renders the style sheet. Requests of the first version get its unchanged style. */
function renderStyle(invoice: Invoice): string {
  if (!invoice.isExtended) return STYLE;
  return [
    STYLE,
    EXTENDED_STYLE,
    invoice.request.logoBackground === "none" ? BARE_LOGO_STYLE : "",
    hasPrices(invoice) ? "" : UNPRICED_STYLE,
    invoice.paymentCode?.kind === "hub3" ? WIDE_CODE_STYLE : "",
    invoice.second ? BILINGUAL_STYLE : "",
    formatDesignStyle(invoice.request.design, choosePaper(invoice)),
    invoice.direction === "rtl" ? RIGHT_TO_LEFT_STYLE : "",
    formatPageNumberStyle(invoice),
  ].join("");
}

/**
 * Renders the colors. A pale accent colors the bar but not lines, because they would be invisible
 * on white.
 */
function renderColors({ accentColor, design }: Invoice["request"]): string {
  if (design === "plain") return "--accent: #ffffff; --on-accent: #000000; --rule: #000000";
  const accent = accentColor.toLowerCase();
  const ink = chooseTextColor(accent);
  const rule = ink === "#ffffff" ? accent : "#14181f";
  return `--accent: ${accent}; --on-accent: ${ink}; --rule: ${rule}`;
}

/** Renders the logo, on white by default, because most logos are made for it. */
function renderBrand({ logo, request }: Invoice): Html {
  const { name } = request.from;
  if (!logo) return html`<p class="user" dir="auto">${name}</p>`;
  return html`<p class="logo"><img src="${toLogoDataUrl(logo)}" alt="${name}" /></p>`;
}

/** Renders the parties, and the amount with the dates. */
function renderHead(invoice: Invoice): [from: Html, to: Html, facts: Html] {
  const from = renderParty("from", invoice);
  if (invoice.request.design !== "letter") {
    return [from, renderParty("to", invoice), renderAmountAndDates(invoice)];
  }
  const texts = toLetterTexts(invoice);
  return [from, renderWindow(texts), renderAmountAndDates(invoice, texts.details)];
}

function renderParty(role: "from" | "to", invoice: Invoice): Html {
  const party = invoice.request[role];
  const address = formatAddressLines(party, invoice).join("\n");
  const lines = [
    address !== "" && html`<span class="user kept" dir="auto">${address}</span> `,
    ...listContactLines(party).map(renderContact),
    ...listPartyNumbers(party, invoice).map((number) => renderNumber(number, invoice)),
  ];
  return html`<section class="party">
    <h2 class="label">${renderLabel(getLabel(role, invoice), invoice)}</h2>
    <address>
      <span class="user name" dir="auto">${party.name}</span>
      ${lines}
    </address>
  </section>`;
}

function renderNumber({ label, value }: Detail, invoice: Invoice): Html {
  const number = invoice.direction === "rtl" ? html`<bdi>${value}</bdi>` : value;
  return html`<span class="user" dir="auto">${renderLabel(label, invoice)} ${number}</span> `;
}

/** Renders a contact line: as a link if it has one, else as plain text. */
function renderContact({ text, link }: ContactLine): Html {
  const content = link === undefined ? text : html`<a href="${link}">${renderLinkText(text)}</a>`;
  return html`<span class="user" dir="auto">${content}</span> `;
}

/** An e-mail address may break after its `@`, so that narrow columns do not break its words. */
function renderLinkText(text: string): Html {
  const [user = "", ...hosts] = text.split("@");
  return html`${user}${hosts.map((host) => html`@<wbr />${host}`)}`;
}

function renderAmountAndDates(invoice: Invoice, list = listDetails(invoice)): Html {
  const heading = getHeadingAmount(invoice);
  const details = list.map((detail) => renderDetail(detail, invoice));
  if (!heading) return html`<dl>${details}</dl>`;
  return html`<dl>
    <dt>${renderLabel(heading.label, invoice)}</dt>
    <dd class="due">${heading.amount}</dd>
    ${details}
  </dl>`;
}

function renderDetail({ label, value, date }: Detail, invoice: Invoice): Html {
  const term = renderLabel(label, invoice);
  if (date === undefined) {
    return html`<dt>${term}</dt>
      <dd class="user" dir="auto">${value}</dd> `;
  }
  return html`<dt>${term}</dt>
    <dd><time datetime="${date}">${value}</time></dd> `;
}

/** Separators keep the markup of documents with prices as it was before there were others. */
function renderPriceHeads(invoice: Invoice) {
  if (!hasPrices(invoice)) return false;
  const heads = (["rate", "amount"] as const).map(
    (name) => html`<th scope="col">${renderLabel(getLabel(name, invoice), invoice)}</th>`,
  );
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
  if (notes.length === 0) return line.description;
  const more = notes.map((note, at) => [at > 0 && " · ", renderLabel(note, invoice)]);
  const isRightToLeft = invoice.direction === "rtl";
  const small = isRightToLeft
    ? html`<small dir="rtl">${more}</small>`
    : html`<small>${more}</small>`;
  return [line.description, small];
}

function renderSums(invoice: Invoice): Html {
  const { format } = invoice;
  const lines = listSumLines(invoice);
  const total = lines.at(-1);
  const renderSum = ({ label, amount }: SumLine) =>
    html`<div>
      <dt>${renderLabel(label, invoice)}</dt>
      <dd>${format.amount(amount)}</dd>
    </div> `;
  return html`<div class="sums">
    <dl>
      ${lines.slice(0, -1).map(renderSum)}
      <div class="total">
        <dt>${total && renderLabel(total.label, invoice)}</dt>
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
    ${reasons.map((reason) => html`<p class="user" dir="auto">${renderLabel(reason, invoice)}</p>`)}
  </section> `;
}

function renderNotes(invoice: Invoice): Html | false {
  const text = invoice.request.notes?.trim();
  if (!text) return false;
  return html`<section class="notes">
    <h2 class="label">${renderLabel(getLabel("notes", invoice), invoice)}</h2>
    <p class="user kept" dir="auto">${text}</p>
  </section> `;
}
