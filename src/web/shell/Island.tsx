import type { ComponentChildren, JSX } from "preact";

/**
 * A part of a page that the browser hydrates with the same props. They are in a data block, which
 * content policies allow.
 */
export function Island({ id, props, children }: IslandProps): JSX.Element {
  return (
    <>
      <div id={id}>{children}</div>
      <script
        type="application/json"
        id={`${id}-props`}
        // Escaped, so that no text can end the block. V8 replaces a pattern in one pass, and a text
        // by joining all pieces, which takes seconds for a megabyte of "<".
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll(/</g, "\\u003c") }}
      />
    </>
  );
}

interface IslandProps {
  id: string;
  props: object;
  /** The component, rendered with these props. */
  children: ComponentChildren;
}
