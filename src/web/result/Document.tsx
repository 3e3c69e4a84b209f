import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { fromText } from "../form/values.ts";

/** Longest URL that servers and browsers accept everywhere. */
const MAX_ADDRESS = 6000;

/** A document in a frame, with a link that opens it in a tab. */
export function Document({ url, title }: DocumentProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? fitPage(host.current) : undefined), []);
  return (
    <div class="document" ref={host}>
      {url.length > MAX_ADDRESS ? (
        <Posted key={url} url={url} title={title} />
      ) : (
        <Fetched url={url} title={title} />
      )}
    </div>
  );
}

/** Width of an A4 page in CSS pixels. */
const PAGE_WIDTH = 794;

/** Scales the page to the width of its panel, so that the whole page is seen as it will be printed. */
function fitPage(host: HTMLElement): () => void {
  // Observers are not called for what is not laid out yet, such as a result far below on a phone.
  const observer = new ResizeObserver(() => {
    const scale = Math.min(1, host.clientWidth / PAGE_WIDTH);
    host.style.setProperty("--scale", String(scale));
    host.classList.add("scaled");
  });
  observer.observe(host);
  return () => observer.disconnect();
}

interface DocumentProps {
  url: string;
  title: string;
}

const IN_TAB = "Open in a new tab";

/** The document of a form that is too long for a URL, which is posted into the frame. */
function Posted({ url, title }: DocumentProps): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const [action = "", text = ""] = url.split("?");
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <iframe name="document" title={title} sandbox="" />
      <form method="post" action={action} target="document" ref={form}>
        {Object.entries(fromText(text)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button class="link" formTarget="_blank">
          {IN_TAB}
        </button>
      </form>
    </>
  );
}

/**
 * A document under a policy of its own, in a frame that runs no scripts. A changed document gets a new frame, because
 * loading it into the old one would add a history entry. The old frame stays until the new one has loaded.
 */
function Fetched({ url, title }: DocumentProps): JSX.Element {
  const shown = useSignal(url);
  const urls = shown.value === url ? [url] : [shown.value, url];
  return (
    <>
      {urls.map((one) => (
        <iframe
          key={one}
          src={one}
          title={title}
          sandbox=""
          loading="lazy"
          class={one === url && urls.length > 1 ? "coming" : undefined}
          onLoad={() => (shown.value = one)}
        />
      ))}
      <p class="document-links">
        <a href={url} target="_blank" rel="noreferrer">
          {IN_TAB}
        </a>
      </p>
    </>
  );
}
