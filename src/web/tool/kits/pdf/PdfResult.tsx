import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";

/** The pages of the file, whose script is loaded after the page. Without a script, the file is there to download. */
export function PdfResult({ view, response }: ResultViewProps): JSX.Element {
  const Pages = useSignal<ComponentType<{ url: string }> | undefined>(undefined);
  const failed = useSignal(false);
  const { content } = response;
  useEffect(() => {
    import("../../../pdf-view/PdfPages.tsx").then(
      ({ PdfPages }) => (Pages.value = PdfPages),
      () => (failed.value = true),
    );
  }, []);
  if (content.kind !== "file") return <p class="file-ready">Your file is ready to download.</p>;
  return (
    <div class="document">
      <div class="desk" tabIndex={0} role="region" aria-label={`${view.title}: preview`}>
        {Pages.value ? (
          <Pages.value url={content.url} />
        ) : (
          <div class="paper pdf-page">
            <p class={failed.value ? "file-ready" : "file-ready unscripted"}>
              Your PDF is ready to download.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
