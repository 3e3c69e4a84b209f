import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";

/** The sentence of the warning about an unknown language. */
const SUGGESTION = /^Did you mean (.+)\?$/;

/** The picture, as wide as the panel; a click shows it in full size. */
export function CodePicture({
  view,
  response,
  values,
  model,
}: ResultViewProps): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const { content, warnings } = response;
  const url = content.kind === "image" ? content.url : "";
  const warning = useSignal<string | undefined>(undefined);
  const readWarning = () => (warning.value = findWarning(url));
  // The picture may have loaded before the script.
  useEffect(() => void readWarning(), [url]);
  if (content.kind !== "image") return null;
  const [, language] =
    SUGGESTION.exec(warnings.find((sentence) => SUGGESTION.test(sentence)) ?? "") ?? [];
  return (
    <>
      {language !== undefined && (
        <p class="suggestion scripted">
          <button
            type="button"
            class="button"
            onClick={() => model.change({ ...values, language })}
          >
            Use {language}
          </button>
        </p>
      )}
      <div class="picture">
        <a
          href={content.url}
          target="_blank"
          rel="noreferrer"
          aria-label="Show the image in full size"
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.showModal();
          }}
        >
          <img src={url} alt={view.title} onLoad={readWarning} />
        </a>
      </div>
      {/* Below the picture, because it appears after it and would move it. */}
      {warning.value !== undefined && (
        <ul class="warnings" aria-label="Warnings">
          <li>{warning.value}</li>
        </ul>
      )}
      <dialog
        ref={dialog}
        class="full-size"
        aria-label="Image in full size"
        onClick={() => dialog.current?.close()}
      >
        <button type="button" class="button">
          Close
        </button>
        <img src={content.url} alt={view.title} />
      </dialog>
    </>
  );
}

/**
 * Returns the warning of the example, which the browser loads as a picture, so that only its timing
 * can be read.
 */
function findWarning(url: string): string | undefined {
  const [entry] = performance.getEntriesByName(new URL(url, location.href).href);
  return (entry as PerformanceResourceTiming | undefined)?.serverTiming?.[0]?.description;
}
