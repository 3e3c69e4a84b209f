import type { JSX } from "preact";

interface UndoNoticeProps {
  /** A sentence such as "Client removed."; undefined: there is nothing to undo. */
  text: string | undefined;
  undo(): void;
}

/** Announces a removal, with a button that undoes it. */
export function UndoNotice({ text, undo }: UndoNoticeProps): JSX.Element {
  return (
    <p class="removed" role="status">
      {text !== undefined && (
        <>
          {`${text} `}
          <button type="button" class="link" onClick={undo}>
            Undo
          </button>
        </>
      )}
    </p>
  );
}
