import type { JSX } from "preact";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { DocumentResult } from "../document/DocumentResult.tsx";

/** Height of an A4 page in CSS pixels. */
const PAGE_HEIGHT = 1123;

const Pages = lazyPart(async () => (await import("./InvoicePages.tsx")).InvoicePages, {
  isBrowserOnly: true,
});

/**
 * The invoice as HTML, updated with every key. One that is longer than a page is shown as the pages
 * of its PDF, because only the PDF knows where they break. A sheet that is edited stays HTML.
 */
export function InvoiceResult(props: ResultViewProps): JSX.Element {
  const isLong = useSignal(false);
  const isEditing = useSignal(false);
  // Loaded with the first use.
  const follow = (event: Event) =>
    void import("./sheet-editor.ts").then(
      (part) => part.handleSheetEvent(props, event),
      () => undefined,
    );
  const show = (height: number) => {
    const wasLong = isLong.value;
    isLong.value = height > PAGE_HEIGHT + 2;
    // A sheet that grows beyond a page stays under the hands that edit it.
    if (!wasLong) isEditing.value = document.activeElement?.tagName === "IFRAME";
    // On the frame, because the page hears of no finger on it. Properties, because they replace
    // those of the last result.
    Object.assign(frames[0] ?? {}, { onclick: follow, onpointerover: follow });
  };
  return (
    <div class="invoice-pages" onFocusIn={follow}>
      {isLong.value && (
        <Pages {...props} isEditing={isEditing.value} edit={(isOn) => (isEditing.value = isOn)} />
      )}
      <DocumentResult {...props} reflows onHeight={show} />
    </div>
  );
}
