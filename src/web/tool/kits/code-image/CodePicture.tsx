import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ResultViewProps } from "../../kit.ts";

/** The sentence of the warning about an unknown language. */
const SUGGESTION = /^Did you mean (.+)\?$/;

/** The picture, as wide as the panel; a click shows it in full size. */
export function CodePicture({
  view,
  response,
  values,
  change,
}: ResultViewProps): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const { content, warnings } = response;
  if (content.kind !== "image") return null;
  const [, language] = SUGGESTION.exec(warnings.find((one) => SUGGESTION.test(one)) ?? "") ?? [];
  return (
    <>
      {language !== undefined && (
        <p class="suggestion scripted">
          <button type="button" class="button" onClick={() => change({ ...values, language })}>
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
          <img src={content.url} alt={view.title} />
        </a>
      </div>
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
