import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import {
  createPartElement,
  type PartElement,
  type PartOptions,
  type PartScript,
} from "./part-element.tsx";
import { createServerPart } from "./server-part.tsx";

/**
 * Creates a part of a page whose script is loaded later, so that the page's first script stays
 * small. Until then the part stays as the server rendered it. One that the server did not render is
 * loaded when it is shown first, with `Waiting` in its place.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: PartOptions = {},
): ComponentType<P> {
  const script: PartScript<P> = {
    load: async () => {
      script.Component ??= await load();
    },
  };
  if (typeof document === "undefined") return createServerPart(script, options);
  for (const type of options.preloadOn ?? []) {
    // Without a network, the part tries again.
    addEventListener(type, () => void script.load().catch(() => undefined), { once: true });
  }
  return function LazyPart(props: P): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const part = useRef<PartElement<P>>(undefined);
    const element = (part.current ??= createPartElement(script, options, props));
    useLayoutEffect(() => element.update(host.current, props));
    useLayoutEffect(() => () => element.remove(), []);
    return (
      <div
        ref={host}
        onFocusIn={element.use}
        onPointerOver={element.use}
        onDragEnter={element.use}
        onClick={element.press}
        onChange={element.change}
        // Hydration leaves the content alone.
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    );
  };
}
