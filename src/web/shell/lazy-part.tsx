import { type ComponentType, hydrate, type JSX, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** When a script is loaded: right after hydration, or once its part is used or has other props than on the server. */
type LoadTime = "start" | "use";

/** Renders a part on the server, inside the element that `lazyPart` hydrates. */
export function hosted<P extends object>(
  Part: ComponentType<P>,
  loadTime: LoadTime = "start",
): ComponentType<P> {
  // The attribute is removed when the script answers.
  const awaits = loadTime === "start" ? { "data-awaits-script": true } : {};
  return (props) => (
    <div {...awaits}>
      <Part {...props} />
    </div>
  );
}

/**
 * Creates a part of a page whose script is loaded later, so that the page's first script stays small. Until then the
 * part stays as the server rendered it; one that the server did not render is loaded when it is shown first.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadTime: LoadTime = "start",
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return function LazyPart(props: P): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const first = useRef(props);
    const latest = useRef(props);
    const state = useRef<"server" | "empty" | "loading" | "mounted">("server");
    const pressed = useRef<HTMLElement | null>(null);
    latest.current = props;
    const mount = async () => {
      const { current: before } = state;
      if (before === "loading" || before === "mounted" || !host.current) return;
      state.current = "loading";
      try {
        if (!Loaded) {
          if (before === "empty") render(<p class="empty pad">Loading…</p>, host.current);
          Loaded = await load();
        }
      } catch {
        // Without a network the next use or change of the part tries again.
        state.current = before;
        pressed.current = null;
        if (before === "empty" && host.current) render(<Failed retry={mount} />, host.current);
        return;
      }
      if (!host.current) return;
      // First with what the server rendered, because hydration takes the elements over without comparing them.
      if (before === "server") hydrate(<Loaded {...first.current} />, host.current);
      render(<Loaded {...latest.current} />, host.current);
      host.current.removeAttribute("data-awaits-script");
      state.current = "mounted";
      pressed.current?.click();
    };
    // Only what the server rendered, because a part that is empty is loaded already or has a button to try again.
    const use = () => void (state.current === "server" && mount());
    // A button that is pressed before its script has loaded is pressed again then.
    const press = ({ target }: Event) => {
      use();
      if (state.current === "loading") pressed.current = (target as Element).closest("button");
    };
    useLayoutEffect(() => {
      if (state.current === "server" && !host.current?.hasChildNodes()) state.current = "empty";
      const isOutdated = !isSame(first.current, props);
      if (state.current === "mounted") {
        if (Loaded && host.current) render(<Loaded {...props} />, host.current);
      } else if (loadTime === "start" || state.current === "empty" || isOutdated) void mount();
    });
    useLayoutEffect(() => {
      const { current } = host;
      return () => void (current && render(null, current));
    }, []);
    return (
      <div
        ref={host}
        onFocusIn={use}
        onPointerOver={use}
        onClick={press}
        // Hydration leaves the content alone.
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    );
  };
}

function Failed({ retry }: { retry(): Promise<void> }): JSX.Element {
  return (
    <p class="problem pad" role="alert">
      This part could not be loaded.{" "}
      <button type="button" class="button" onClick={() => void retry()}>
        Try again
      </button>
    </p>
  );
}

function isSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => value === (other as Record<string, unknown>)[name])
  );
}
