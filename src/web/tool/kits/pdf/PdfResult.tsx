import type { ComponentType, JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  describeMissingImages,
  parseMissingImages,
} from "../../../../domain/pdf/missing-images.ts";
import { Warnings } from "../../../result/Warnings.tsx";
import { onPrintKey } from "../../../shell/print-key.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { PdfPagesProps } from "../../../pdf-view/PdfPages.tsx";
import type { ResultViewProps } from "../../kit.ts";
import { printPages } from "./print-pages.ts";

const NEAR = { rootMargin: "300px" };

/** Events of a visitor who uses the page. */
const USES = ["pointerover", "focusin", "scroll"];

/**
 * The pages of the file. Their script is loaded when they are close to the viewport, that of the
 * example with the first use of the page. Without it the file can be downloaded.
 */
export function PdfResult({ view, response }: ResultViewProps): JSX.Element {
  const { content } = response;
  const viewer = useRef<HTMLDivElement>(null);
  const isExample = content.kind === "file" && content.url === `${view.pagePath}/response`;
  const picture = isExample ? (
    <img class="paper pdf-page" src={`${view.pagePath}/picture.svg`} alt="" />
  ) : undefined;
  const { Pages, hasFailed } = usePagesComponent(viewer, isExample);
  const url = content.kind === "file" ? content.url : undefined;
  useEffect(() => (url ? onPrintKey(() => void printPages(url)) : undefined), [url]);
  if (content.kind !== "file") return <p class="file-ready">Your file is ready to download.</p>;
  const missing = response.headers["X-PDF-Missing-Images"];
  return (
    <div class="document">
      {missing && (
        <Warnings
          warnings={[describeMissingImages(parseMissingImages(missing), " (drop it here)")]}
        />
      )}
      <div
        class="viewer"
        ref={viewer}
        tabIndex={0}
        role="region"
        aria-label={`${view.title}: preview`}
      >
        {Pages ? (
          <Pages url={content.url}>{picture}</Pages>
        ) : (
          (picture ?? (
            <div class="paper pdf-page">
              <p class={hasFailed ? "file-ready" : "file-ready unscripted"}>
                Your PDF is ready to download.
              </p>
            </div>
          ))
        )}
      </div>
    </div>
  );
}

/** Loads the component of the pages; undefined until then. */
function usePagesComponent(viewer: RefObject<HTMLElement | null>, waitsForUse: boolean) {
  const Pages = useSignal<ComponentType<PdfPagesProps> | undefined>(undefined);
  const failed = useSignal(false);
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
    const observe = () => viewer.current && observer.observe(viewer.current);
    if (waitsForUse) for (const use of USES) addEventListener(use, observe, { once: true });
    else observe();
    return () => {
      observer.disconnect();
      for (const use of USES) removeEventListener(use, observe);
    };
  }, [waitsForUse]);
  return { Pages: Pages.value, hasFailed: failed.value };
}
