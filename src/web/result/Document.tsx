import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/**
 * A document under its own policy, in a frame that may run nothing. A changed document gets a new frame:
 * loading it into the old one would put an entry into the history. The old one stays until the new one is there.
 */
export function Document({ url, title }: { url: string; title: string }): JSX.Element {
  const shown = useSignal(url);
  const urls = shown.value === url ? [url] : [shown.value, url];
  return (
    <div class="document">
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
          Open in a tab to print or save
        </a>
      </p>
    </div>
  );
}
