import type { JSX } from "preact";
import type { Values } from "../../../form/values.ts";
import { rememberParties } from "../../../details/remember-parties.ts";
import { Alert } from "../../../form/labels.tsx";
import { createEntry } from "../../../ledger/create-entry.ts";
import { writeEntry } from "../../../ledger/entry.ts";
import { useSignal } from "../../../shell/signal.ts";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import type { ExportsProps } from "../../kit.ts";
import { toPublicText } from "../../view.ts";
import { useDownloads } from "../document/use-downloads.tsx";
import { isRemembering } from "../../storage.ts";
import { PROFILES } from "./profiles.ts";

/** Formats that are not for the customer. */
const INTERNAL = new Set(["html", "json"]);

const FULL =
  "The file was made, but this browser could not keep the invoice in the ledger: its storage is full or not allowed.";

/** The actions on an invoice: PDF, print, electronic invoice, link. */
export function InvoiceExports(props: ExportsProps): JSX.Element {
  const { view } = props;
  const problem = useSignal("");
  const recordExport = (values: Values) => {
    if (!isRemembering(view)) return;
    const isKept = writeEntry(createEntry(values, new Date()));
    rememberParties(values);
    problem.value = isKept ? "" : FULL;
  };
  const { button, current, print, needs } = useDownloads({
    ...props,
    onDownload: (values, format) => {
      if (!INTERNAL.has(format)) recordExport(values);
    },
  });
  const printInvoice = async () => {
    const isPrinted = await print();
    if (isPrinted) recordExport(current());
    return isPrinted;
  };
  const link = () => `${view.origin}${view.pagePath}#${toPublicText(view, current())}`;
  return (
    <div class="exports">
      {button("pdf", "Download PDF", "button primary")}
      <ActionButton label="Print" done="Printing…" failed="Not possible yet" run={printInvoice} />
      <details class="formats">
        <summary class="button">Download e-invoice</summary>
        <ul class="profiles">
          {PROFILES.map(({ format, title, use }) => (
            <li key={format}>
              {button(format, title)}
              <span>{use}</span>
            </li>
          ))}
        </ul>
      </details>
      <ActionButton label="Copy link" done="Link copied" run={() => copyText(link())} />
      <details class="formats">
        <summary class="button">More formats</summary>
        <div>
          {button("html", "Download HTML")}
          {button("json", "Download JSON with totals")}
        </div>
      </details>
      {needs}
      <Alert text={problem.value} />
    </div>
  );
}
