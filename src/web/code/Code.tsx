import type { JSX } from "preact";
import { tokenize } from "./tokenize.ts";

/** Code with colors for strings, comments, numbers, keywords and names of members. */
export function Code({ code }: { code: string }): JSX.Element {
  return (
    <pre tabIndex={0}>
      {tokenize(code).map(({ kind, text }, index) =>
        kind === undefined ? (
          text
        ) : (
          <span key={index} class={`hl-${kind}`}>
            {text}
          </span>
        ),
      )}
    </pre>
  );
}
