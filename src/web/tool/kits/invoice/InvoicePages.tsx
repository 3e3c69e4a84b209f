import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { PdfPages } from "../../../pdf-view/PdfPages.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";

/** The pages of an invoice's PDF. The previous pages stay visible until the new ones are drawn. */
export function InvoicePages({ view, values, response }: ResultViewProps): JSX.Element | null {
  const url = useSignal("");
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const file = await fetchResult(view, { ...values, "?format": "pdf" }, { signal });
      const body = await file.blob();
      if (file.ok && !signal.aborted) url.value = URL.createObjectURL(body);
    };
    load().catch(() => undefined);
    return () => controller.abort();
  }, [values, response]);
  const address = url.value;
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  if (address === "") return null;
  return (
    <div class="viewer" tabIndex={0} role="region" aria-label={`${view.title}: pages`}>
      <PdfPages url={address} />
    </div>
  );
}
