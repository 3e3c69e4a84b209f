import { type Html, html } from "../../../lib/text/html.ts";
import type { Label } from "../display/label.ts";
import type { Invoice } from "../invoice-model.ts";

/** Renders a label, and its word in the second language smaller. */
export function renderLabel({ text, second, end = "" }: Label, invoice: Invoice): Html | string {
  if (second === undefined || invoice.second === undefined) return text + end;
  const { locale, direction } = invoice.second;
  return html`${text} <span lang="${locale}" dir="${direction}">${second}</span>${end}`;
}
