import { type Html, html, unsafeHtml } from "../../../lib/text/html.ts";
import { formatMatrixPath } from "../../../domain/symbol/svg.ts";
import { type Detail, listPaymentDetails } from "../display/details.ts";
import { getLabel } from "../display/label.ts";
import { describeCode, encodePaymentCode, getCodeCaption } from "../payment/symbol.ts";
import type { Invoice, PaymentCode } from "../invoice-model.ts";
import { renderLabel } from "./label.ts";

/**
 * Renders the payment details and their code. The Swiss payment part is only in the PDF, because
 * its size is fixed.
 */
export function renderPaymentSection(invoice: Invoice): Html | false {
  const { paymentCode } = invoice;
  const rows = listPaymentDetails(invoice);
  if (rows.length === 0 && !paymentCode) return false;
  return html`<section class="payment">
    <div>
      <h2 class="label">${renderLabel(getLabel("payment", invoice), invoice)}</h2>
      <dl>${rows.map((row) => toRow(row, invoice))}</dl>
    </div>
    ${paymentCode && renderFigure(paymentCode, invoice)}
  </section> `;
}

function toRow({ label, value, link }: Detail, invoice: Invoice): Html {
  const content = link === undefined ? value : html`<a href="${link}">${value}</a>`;
  return html`<dt>${renderLabel(label, invoice)}</dt>
    <dd class="user" dir="auto">${content}</dd> `;
}

function renderFigure(code: PaymentCode, invoice: Invoice): Html {
  const caption = getCodeCaption(code, invoice);
  const symbol = encodePaymentCode(code);
  const { columns, rows, quietZone } = symbol;
  const [width, height] = [columns + 2 * quietZone, rows + 2 * quietZone];
  const path = formatMatrixPath(symbol, quietZone, quietZone);
  const cross = code.kind === "swiss" ? renderSwissCross(width, columns) : undefined;
  return html`<figure>
    <svg
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label="${describeCode(code, caption.text)}"
      shape-rendering="crispEdges"
    >
      <rect width="${width}" height="${height}" fill="#fff" />
      <path stroke="#000" d="${path}" />
      ${cross}
    </svg>
    <figcaption>${renderLabel(caption, invoice)}</figcaption>
  </figure>`;
}

/** Renders the Swiss cross, whose side is 7 of the code's 46 mm. */
function renderSwissCross(side: number, modules: number): Html {
  const size = (modules * 7) / 46;
  const from = (side - size) / 2;
  return unsafeHtml(
    `<g transform="translate(${from} ${from}) scale(${size / 19.8})"><path fill="#fff" d="M0 0h19.8v19.8h-19.8z"/>` +
      `<path d="M.7 .7h18.4v18.4h-18.4z"/><path fill="#fff" d="M8.3 4h3.3v11h-3.3zM4.4 7.9h11v3.3h-11z"/></g>`,
  );
}
