import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface LazyHostProps<T> {
  /** The server-rendered content; undefined in the browser. */
  children: ComponentChildren;
  /** A value whose change makes the content outdated. */
  version: T;
  /** Loads the script of the content and hydrates the host, which the server rendered with the version `first`. */
  mount(host: Element, first: T): Promise<void>;
}

/**
 * A part of a page whose script is loaded on demand: when the content is outdated, or when the pointer or the focus
 * reaches it. Until then it stays as the server rendered it.
 */
export function LazyHost<T>({ children, version, mount }: LazyHostProps<T>): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const first = useRef(version);
  const state = useRef<"server" | "loading" | "mounted">("server");
  const pressed = useRef<HTMLElement | null>(null);
  const load = async () => {
    if (state.current !== "server" || !host.current) return;
    state.current = "loading";
    try {
      await mount(host.current, first.current);
      state.current = "mounted";
      pressed.current?.click();
    } catch {
      // Without a network the content stays as it is until the next try.
      state.current = "server";
    }
  };
  // A button that is pressed before its script has loaded is pressed again then.
  const press = ({ target }: Event) => {
    if (state.current === "loading") pressed.current = (target as Element).closest("button");
  };
  useEffect(() => {
    if (version !== first.current) void load();
  }, [version]);
  return children === undefined ? (
    <div
      ref={host}
      onFocusIn={() => void load()}
      onPointerOver={() => void load()}
      onClick={press}
      // Hydration leaves the content alone.
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  ) : (
    <div>{children}</div>
  );
}
