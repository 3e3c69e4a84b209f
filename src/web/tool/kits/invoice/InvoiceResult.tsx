import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { DocumentResult } from "../document/DocumentResult.tsx";

/** Height of an A4 page in CSS pixels. */
const PAGE_HEIGHT = 1123;

/**
 * The invoice as HTML, updated with every key. One that is longer than a page is shown as the pages of its PDF,
 * because only the PDF knows where they break.
 */
export function InvoiceResult(props: ResultViewProps): JSX.Element {
  const isLong = useSignal(false);
  const Pages = useSignal<ComponentType<ResultViewProps> | undefined>(undefined);
  useEffect(() => {
    if (!isLong.value || Pages.value) return;
    import("./InvoicePages.tsx").then(
      ({ InvoicePages }) => (Pages.value = InvoicePages),
      () => undefined,
    );
  }, [isLong.value, props.response]);
  useEffect(() => {
    const connect = ({ type, target }: Event) =>
      void import("./sheet-fields.ts").then(
        (part) => part.connectSheet(props, type === "click" ? (target as Element) : undefined),
        () => undefined,
      );
    const controller = new AbortController();
    const once = { once: true, signal: controller.signal };
    addEventListener("pointerover", connect, once);
    // A finger's first event may be a tap on the sheet, of which the page's window does not hear.
    const frame = document.querySelector<HTMLIFrameElement>(".invoice-pages iframe");
    const listen = () => frame?.contentDocument?.addEventListener("click", connect, once);
    listen();
    frame?.addEventListener("load", listen, once);
    return () => controller.abort();
  }, [props.response]);
  return (
    <div class="invoice-pages">
      <DocumentResult {...props} onHeight={(height) => (isLong.value = height > PAGE_HEIGHT + 2)} />
      {isLong.value && Pages.value && <Pages.value {...props} />}
    </div>
  );
}
