import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { MAX_URL, parseText } from "../form/values.ts";
import { getLoadedDocument } from "./loaded-document.ts";
import { onPrintKey } from "../shell/print-key.ts";
import { loadComponents } from "../tool/load-components.ts";

interface DocumentPreviewProps {
  /** URL that serves the document under its own policy. */
  url: string;
  /** The document's markup; undefined: the frame loads it from `url`. */
  html?: string | undefined;
  title: string;
  /** True: a narrow panel shows the text in its own width instead of a small page. */
  reflows?: boolean | undefined;
  /** Called with the height of the document in CSS pixels on A4. */
  onHeight?: ((height: number) => void) | undefined;
}

/** A document as a page of paper, with a link that opens it in a tab. */
export function DocumentPreview({
  url,
  html,
  title,
  reflows,
  onHeight,
}: DocumentPreviewProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame keeps its first address: a new one would reload it and add a history entry.
  const first = useRef(url.length > MAX_URL ? url.slice(0, url.indexOf("?")) : url);
  const latest = useRef(html);
  latest.current = html;
  const show = () => {
    if (!frame.current) return;
    showPage(frame.current, latest.current);
    const height = onHeight && layOut(frame.current, PAGE_WIDTH);
    if (height) onHeight?.(height);
    fitPaper(frame.current);
  };
  useEffect(show, [html]);
  useEffect(() => (host.current ? followPaper(host.current, frame) : undefined), []);
  return (
    <div class="document" ref={host}>
      <div class="viewer" tabIndex={0} role="region" aria-label={`${title}: preview`}>
        <div class="paper" data-reflows={reflows}>
          <iframe
            ref={frame}
            src={first.current}
            title={title}
            sandbox="allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox"
            loading="lazy"
            onLoad={show}
          />
        </div>
      </div>
      <OpenInTab url={url} />
    </div>
  );
}

/** Styles of a document in a preview, which replaces the background and shadow of its page. */
const PREVIEW =
  "@media screen{body{background:#fff}.sheet{max-width:none;margin:0;box-shadow:none}" +
  "@media (min-width:641px){.sheet{min-height:1123px}}}";

/**
 * Shows markup in the frame's own document, whose policy allows its styles and no scripts.
 * Undefined markup leaves the document as it was loaded.
 */
function showPage(frame: HTMLIFrameElement, html: string | undefined): void {
  const page = getLoadedDocument(frame);
  const view = page?.defaultView;
  if (!view) return;
  if (html !== undefined) {
    // The frame's own parser, because that of the page applies the page's policy to styles.
    const next = new view.DOMParser().parseFromString(html, "text/html").documentElement;
    page.replaceChild(page.adoptNode(next), page.documentElement);
  }
  const style = page.createElement("style");
  style.textContent = PREVIEW;
  page.head.append(style);
  for (const link of page.links) link.setAttribute("target", "_blank");
}

/** Width of an A4 page in CSS pixels. */
const PAGE_WIDTH = 794;
/** Width below which the text of a scaled page is too small to read. */
const MIN_PAGE_WIDTH = 480;

/**
 * Scales the paper to the width of the viewer, or lays it out in that width, and makes it as high
 * as the document.
 */
export function fitPaper(frame: HTMLIFrameElement | null): void {
  const paper = frame?.parentElement;
  if (!paper) return;
  const { clientWidth } = paper;
  // A paper that is not shown has no width.
  const isReflowed = clientWidth > 0 && clientWidth < MIN_PAGE_WIDTH && paper.dataset["reflows"];
  const height = layOut(frame, isReflowed ? clientWidth : PAGE_WIDTH);
  if (height > 0) paper.style.setProperty("--height", `${Math.ceil(height)}px`);
}

/** Sets the paper's width in pixels of its document. Returns the height, 0 before it is loaded. */
function layOut(frame: HTMLIFrameElement, width: number): number {
  const page = getLoadedDocument(frame);
  const paper = frame.parentElement;
  // Until then the paper has the shape of a page, which the empty document has not.
  if (!page || !paper) return 0;
  paper.style.setProperty("--width", `${width}px`);
  paper.style.setProperty("--scale", String(Math.min(1, paper.clientWidth / width)));
  paper.classList.add("scaled");
  return page.documentElement.getBoundingClientRect().height;
}

/**
 * Keeps the paper as wide as the viewer, and prints it in place of the page. Returns the function
 * that stops both.
 */
function followPaper(
  host: HTMLElement,
  frame: { readonly current: HTMLIFrameElement | null },
): () => void {
  // Observers are not called for what is not laid out yet, such as a result far below on a phone.
  const observer = new ResizeObserver(() => fitPaper(frame.current));
  observer.observe(host);
  const stopKey = onPrintKey(() => void loadComponents().finally(() => globalThis.print()));
  return () => {
    observer.disconnect();
    stopKey();
  };
}

/** A link to the document alone; a document that is too long for a URL is posted. */
function OpenInTab({ url }: { url: string }): JSX.Element {
  const [action = "", text = ""] = url.split("?");
  if (url.length <= MAX_URL) {
    return (
      <p class="document-links">
        <a href={url} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      </p>
    );
  }
  return (
    <form class="document-links" method="post" action={action} target="_blank">
      {Object.entries(parseText(text)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button class="link">Open in a new tab</button>
    </form>
  );
}
