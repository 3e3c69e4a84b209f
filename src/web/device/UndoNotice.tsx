import type { JSX } from "preact";

interface UndoNoticeProps {
  /** What was removed, as a sentence; undefined: nothing was. */
  text: string | undefined;
  undo(): void;
}

/** Says what was removed, and brings it back. */
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
