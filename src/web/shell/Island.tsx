import type { ComponentType, JSX } from "preact";

/**
 * A part of a page that comes alive in the browser: what the server drew, and the props to draw it again.
 * The props stand in a data block, which no content policy minds.
 */
export function Island<P extends object>({
  id,
  component: Component,
  props,
}: IslandProps<P>): JSX.Element {
  return (
    <>
      <div id={id}>
        <Component {...props} />
      </div>
      <script
        type="application/json"
        id={`${id}-props`}
        // Not even a text that holds "</script>" can end the block.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll("<", "\\u003c") }}
      />
    </>
  );
}

interface IslandProps<P extends object> {
  id: string;
  component: ComponentType<P>;
  props: P;
}
