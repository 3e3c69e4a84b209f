import type { JSX } from "preact";
import { useRef } from "preact/hooks";

interface FullSizeProps {
  url: string;
  title: string;
  isDisabled: boolean;
}

/** A button that shows the picture pixel by pixel. */
export function FullSize({ url, title, isDisabled }: FullSizeProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        class="button scripted"
        disabled={isDisabled}
        onClick={() => dialog.current?.showModal()}
      >
        Full size
      </button>
      <dialog
        ref={dialog}
        class="full-size"
        aria-label="Image in full size"
        onClick={() => dialog.current?.close()}
      >
        <button type="button" class="button">
          Close
        </button>
        {url !== "" && <img src={url} alt={title} loading="lazy" />}
      </dialog>
    </>
  );
}
