import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";
import { DocumentResult } from "../DocumentResult.tsx";

/** Height of an A4 page in CSS pixels. */
const PAGE_HEIGHT = 1123;

/** The pages of a file, and the component that draws them. */
interface Pages {
  url: string;
  View: ComponentType<{ url: string; isPrintable?: boolean }>;
}

/**
 * The invoice as HTML, which follows every key at once. One that is longer than a page is shown as the pages of its PDF,
 * because only the PDF knows where they break.
 */
export function InvoiceResult(props: ResultViewProps): JSX.Element {
  const { view, values, response } = props;
  const isLong = useSignal(false);
  const pages = useSignal<Pages | undefined>(undefined);
  useEffect(() => {
    if (!isLong.value) {
      pages.value = undefined;
      return undefined;
    }
    const controller = new AbortController();
    const load = async () => {
      const [{ PdfPages: View }, file] = await Promise.all([
        import("../../../pdf-view/PdfPages.tsx"),
        fetchResult(view, { ...values, "?format": "pdf" }, { signal: controller.signal }),
      ]);
      if (!file.ok) throw new Error("an incomplete invoice has no PDF");
      const url = URL.createObjectURL(await file.blob());
      if (controller.signal.aborted) URL.revokeObjectURL(url);
      else pages.value = { url, View };
    };
    // The pages of before stay until there are newer ones.
    load().catch(() => undefined);
    return () => controller.abort();
  }, [values, response, isLong.value]);
  const { url, View } = pages.value ?? {};
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  return (
    <div class={View ? "invoice-pages paged" : "invoice-pages"}>
      <DocumentResult {...props} onHeight={(height) => (isLong.value = height > PAGE_HEIGHT + 2)} />
      {View && url !== undefined && (
        <div class="desk" tabIndex={0} role="region" aria-label={`${view.title}: pages`}>
          <View url={url} isPrintable={false} />
        </div>
      )}
    </div>
  );
}
