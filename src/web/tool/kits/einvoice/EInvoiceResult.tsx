import type { JSX } from "preact";
import { formatVerdict } from "../../../../domain/einvoice/verdict.ts";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import type { ResultViewProps } from "../../kit.ts";
import { Attachments } from "./Attachments.tsx";
import { Messages } from "./Messages.tsx";
import { ReadableInvoice } from "./ReadableInvoice.tsx";
import { formatAmount, Totals } from "./Totals.tsx";

/** The verdict on a received invoice, its reasons, and all contents of the invoice. */
export function EInvoiceResult({ view, response, values }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const report = response.content.value as Report;
  const source = { view, values };
  const tone = report.valid === null ? "" : report.valid ? "good" : "bad";
  return (
    <div class="einvoice">
      <p class={`verdict ${tone}`}>
        <strong>{formatVerdict(report)}</strong>
        <span>{summarize(report)}</span>
      </p>
      <Messages report={report} source={source} />
      <Totals totals={report.totals} />
      <Attachments attachments={report.attachments} source={source} />
      <ReadableInvoice report={report} source={source} />
    </div>
  );
}

/** Returns number, seller and total of the invoice, and the rules that it was judged by. */
function summarize({ invoice, totals, typeCode, container, syntax, rules }: Report): string {
  const { invoiceNumber, currency, from } = (invoice ?? {}) as Partial<InvoiceMembers>;
  const { total } = totals.stated;
  const amount =
    total === null || currency === undefined ? undefined : `${formatAmount(total)} ${currency}`;
  const sets = rules.map(({ set, version }) => `${SET_NAMES[set]} ${version}`).join(", ");
  return [
    invoiceNumber ?? (typeCode === null ? undefined : `Type ${typeCode}`),
    from?.name,
    amount,
    `${syntax.toUpperCase()}${container === "pdf" ? " in a PDF" : ""}`,
    sets === "" ? undefined : `judged by ${sets}`,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

interface InvoiceMembers {
  invoiceNumber: string;
  currency: string;
  from: { name: string };
}

const SET_NAMES = { en16931: "EN 16931", xrechnung: "XRechnung", peppol: "Peppol" } as const;
