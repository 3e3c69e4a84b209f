import type { JSX } from "preact";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import { Alert } from "../../../form/labels.tsx";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ExportsProps } from "../../kit.ts";
import { sendInvoice } from "./source.ts";

/** Formats of a download and their labels; that of `json` is the response itself. */
const FORMATS = [
  ["ubl", "UBL"],
  ["cii", "CII"],
  ["xrechnung", "XRechnung"],
  ["xrechnung-cii", "XRechnung (CII)"],
  ["peppol", "Peppol"],
  ["factur-x", "Factur-X"],
  ["json", "JSON"],
  ["xml", "XML as received"],
] as const;

/** Loaded on first use, because most visits need none. */
const actions = () => import("../../../result/export-actions.ts");

/** Downloads of a received invoice in other formats, and a new invoice that begins with it. */
export function EInvoiceExports({ view, result }: ExportsProps): JSX.Element | null {
  const note = useSignal("");
  const { content } = result.response;
  if (content.kind !== "json") return null;
  const { invoice } = content.value as Report;
  const download = async (format: string): Promise<boolean> => {
    note.value = "";
    const response = await sendInvoice(view, result.values, { format });
    if (response.ok) {
      note.value = describeLoss(response.headers.get("x-einvoice-loss"));
      return (await actions()).saveResponse(response, view);
    }
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    note.value = error ?? "The server's response could not be read.";
    return false;
  };
  const button = (format: string, label: string, style = "button") => (
    <ActionButton
      key={format}
      class={style}
      label={label}
      name={label.startsWith("Download") ? undefined : `${label}: download`}
      busy="Preparing…"
      done="Downloaded"
      failed="Not possible"
      run={() => download(format)}
    />
  );
  return (
    <div class="exports">
      {button("pdf", "Download PDF", "button primary")}
      <details class="formats">
        <summary class="button">Download as</summary>
        <div>{FORMATS.map(([format, label]) => button(format, label))}</div>
      </details>
      {invoice !== null && (
        <a class="button" href={formatInvoiceLink(view.pagePath, invoice)}>
          Edit as a new invoice
        </a>
      )}
      <Alert text={note.value} />
    </div>
  );
}

function describeLoss(terms: string | null): string {
  return terms === null ? "" : `Downloaded without ${terms}, which this format of ours lacks.`;
}

/** Returns the invoice page with its form filled in. The fragment of a URL is not sent. */
function formatInvoiceLink(pagePath: string, invoice: object): string {
  const path = pagePath.replace(/[^/]+$/, "invoice");
  return `${path}#input=${encodeURIComponent(JSON.stringify(invoice))}`;
}
