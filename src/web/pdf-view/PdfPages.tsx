import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { openPages, type PdfPage } from "./open-pages.ts";
import type { PdfTextLine } from "./text-line.ts";

/** Pixels that a canvas is at most wide, because browsers limit the memory of canvases. */
const MAX_WIDTH = 1800;

export interface PdfPagesProps {
  /** URL of the file: of this site, or of a blob. */
  url: string;
  /** Shown until the file has been read. Default: an empty page. */
  children?: ComponentChildren;
}

/**
 * The pages of a PDF file as pictures. The browser draws each one when it is scrolled into view.
 */
export function PdfPages({ url, children }: PdfPagesProps): JSX.Element {
  const { pages, hasFailed } = usePdfPages(url);
  return (
    <>
      {hasFailed && <p class="file-ready">The pages cannot be shown here. Download the PDF.</p>}
      {pages.length === 0 && !hasFailed && (children ?? <div class="paper pdf-page" />)}
      {pages.map((page, index) => (
        <PageImage key={index} page={page} label={`Page ${index + 1} of ${pages.length}`} />
      ))}
    </>
  );
}

/** Returns the pages of the file at a URL: those of the last file until the next one is read. */
export function usePdfPages(url: string | undefined) {
  const pages = useSignal<readonly PdfPage[]>([]);
  const failed = useSignal(false);
  useEffect(() => {
    if (url === undefined) return undefined;
    const controller = new AbortController();
    const show = async () => {
      try {
        pages.value = await readPages(url, controller.signal);
        failed.value = false;
      } catch {
        // An aborted read is followed by that of the next file.
        if (!controller.signal.aborted) failed.value = true;
      }
    };
    void show();
    return () => controller.abort();
  }, [url]);
  return { pages: pages.value, hasFailed: failed.value };
}

async function readPages(url: string, signal: AbortSignal): Promise<PdfPage[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the file could not be read: ${response.status}`);
  return openPages(new Uint8Array(await response.arrayBuffer()));
}

/** The text of a drawn page, in the pixels of its canvas. */
interface PageText {
  width: number;
  height: number;
  lines: readonly PdfTextLine[];
}

interface PageImageProps {
  page: PdfPage;
  label: string;
  /** Shown over the page. */
  children?: ComponentChildren;
}

/**
 * One page, whose text can be selected. It is drawn offscreen first, so that it does not flash when
 * the text changes.
 */
export function PageImage({ page, label, children }: PageImageProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useSignal<PageText | undefined>(undefined);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void drawPage(target, page, target.clientWidth * devicePixelRatio).then(
          (text) => (layer.value = text ?? layer.value),
        );
      },
      { rootMargin: "600px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [page]);
  return (
    <figure class="pdf-page">
      <div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          width={Math.round(page.width)}
          height={Math.round(page.height)}
        />
        {layer.value && <SelectableText {...layer.value} />}
        {children}
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** The text of a page, transparent and as wide as it is drawn. */
function SelectableText({ width, height, lines }: PageText): JSX.Element {
  return (
    <svg viewBox={`0 0 ${width} ${height}`}>
      {lines.map((line, index) => (
        <text
          key={index}
          transform={line.transform}
          font-size={line.size}
          textLength={line.width}
          lengthAdjust="spacingAndGlyphs"
        >
          {line.text}
        </text>
      ))}
    </svg>
  );
}

/** The drawing that a canvas shows or waits for, so that an older one does not replace it. */
const newest = new WeakMap<HTMLCanvasElement, PdfPage>();

/** Draws a page. Resolves to its text, or to undefined when a newer page replaced it. */
async function drawPage(
  target: HTMLCanvasElement,
  page: PdfPage,
  pixels: number,
): Promise<PageText | undefined> {
  newest.set(target, page);
  const width = Math.round(Math.min(pixels, MAX_WIDTH));
  const offscreen = Object.assign(document.createElement("canvas"), {
    width,
    height: Math.round((width * page.height) / page.width),
  });
  const context = offscreen.getContext("2d");
  if (!context) return undefined;
  const lines = await page.draw(context);
  if (newest.get(target) !== page) return undefined;
  Object.assign(target, { width: offscreen.width, height: offscreen.height });
  target.getContext("2d")?.drawImage(offscreen, 0, 0);
  target.dataset["drawn"] = "";
  const { height } = offscreen;
  return { width, height, lines: lines.filter(({ text }) => text.trim() !== "") };
}
