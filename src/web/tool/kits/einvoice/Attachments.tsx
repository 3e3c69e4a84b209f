import type { JSX } from "preact";
import { formatBytes } from "../../../../lib/text/format-bytes.ts";
import type { AttachmentEntry } from "../../../../tools/einvoice-read/attachments.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import type { Source } from "./Messages.tsx";
import { sendInvoice } from "./source.ts";

interface AttachmentsProps {
  attachments: readonly AttachmentEntry[];
  source: Source;
}

/** The files in an invoice, to download. */
export function Attachments({ attachments, source }: AttachmentsProps): JSX.Element | null {
  if (attachments.length === 0) return null;
  return (
    <section class="attachments">
      <h3>Attachments</h3>
      <ul>
        {attachments.map(({ n, name, type, bytes, description }) => (
          <li key={n}>
            <span>
              <b dir="auto">{name || `Attachment ${n + 1}`}</b>
              <small>{[description, type, formatBytes(bytes)].filter(Boolean).join(" · ")}</small>
            </span>
            <ActionButton
              label="Download"
              name={`Download ${name || `attachment ${n + 1}`}`}
              busy="Preparing…"
              done="Downloaded"
              failed="Not downloaded"
              run={() => download(source, n)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function download({ view, values }: Source, n: number): Promise<boolean> {
  const query = { format: "attachment", n: String(n) };
  const response = await sendInvoice(view, values, query);
  const { saveResponse } = await import("../../../result/export-actions.ts");
  return response.ok && saveResponse(response, view);
}
