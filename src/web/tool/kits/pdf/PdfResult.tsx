import type { ComponentType, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";

const NEAR = { rootMargin: "300px" };

/** The pages of the file. Their script is loaded when they are close to the viewport; without it the file can be downloaded. */
export function PdfResult({ view, response }: ResultViewProps): JSX.Element {
  const Pages = useSignal<ComponentType<{ url: string }> | undefined>(undefined);
  const failed = useSignal(false);
  const { content } = response;
  const viewer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const load = async ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      try {
        Pages.value = (await import("../../../pdf-view/PdfPages.tsx")).PdfPages;
      } catch {
        failed.value = true;
      }
    };
    const observer = new IntersectionObserver((entries) => void load(entries), NEAR);
    if (viewer.current) observer.observe(viewer.current);
    return () => observer.disconnect();
  }, []);
  if (content.kind !== "file") return <p class="file-ready">Your file is ready to download.</p>;
  return (
    <div class="document">
      <div
        class="viewer"
        ref={viewer}
        tabIndex={0}
        role="region"
        aria-label={`${view.title}: preview`}
      >
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
