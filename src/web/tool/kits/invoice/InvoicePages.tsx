import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { PdfPages } from "../../../pdf-view/PdfPages.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";

interface InvoicePagesProps extends ResultViewProps {
  /** True: the sheet is shown instead. */
  isEditing: boolean;
  edit(isOn: boolean): void;
}

/**
 * The pages of an invoice's PDF, or its sheet. The previous pages stay visible until the new ones
 * are drawn.
 */
export function InvoicePages(props: InvoicePagesProps): JSX.Element {
  const { view, values, response, isEditing, edit } = props;
  const url = useSignal("");
  useEffect(() => {
    if (isEditing) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const file = await fetchResult(view, { ...values, "?format": "pdf" }, { signal });
      const body = await file.blob();
      if (file.ok && !signal.aborted) url.value = URL.createObjectURL(body);
    };
    load().catch(() => undefined);
    return () => controller.abort();
  }, [values, response, isEditing]);
  const address = url.value;
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <>
      <p class="buttons" role="group" aria-label="Preview">
        {([false, true] as const).map((isOn) => (
          <button
            type="button"
            class="button"
            key={isOn}
            aria-pressed={isEditing === isOn}
            onClick={() => edit(isOn)}
          >
            {isOn ? "Edit" : "Pages"}
          </button>
        ))}
      </p>
      {!isEditing && address !== "" && (
        <div class="viewer" tabIndex={0} role="region" aria-label={`${view.title}: pages`}>
          <PdfPages url={address} />
        </div>
      )}
    </>
  );
}
