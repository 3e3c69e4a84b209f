import { type ComponentType, hydrate, type JSX, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * When a script is loaded: right after hydration, or once its part is used or has other props than
 * on the server.
 */
type LoadTime = "start" | "use";

/** Props of what is shown while a part is loaded. */
export interface WaitingProps {
  /** Loads the part again; undefined unless that failed. */
  retry: (() => Promise<void>) | undefined;
}

/** Renders a part on the server, inside the element that `lazyPart` hydrates. */
export function renderIslandPart<P extends object>(
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
 * Creates a part of a page whose script is loaded later, so that the page's first script stays
 * small. Until then the part stays as the server rendered it. One that the server did not render is
 * loaded when it is shown first, with `Waiting` in its place.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadTime: LoadTime = "start",
  Waiting?: ComponentType<WaitingProps>,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return function LazyPart(props: P): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const first = useRef(props);
    const latest = useRef(props);
    const state = useRef<"server" | "empty" | "loading" | "failed" | "mounted">("server");
    const pressed = useRef<HTMLElement | null>(null);
    latest.current = props;
    const draw = (content: JSX.Element) => host.current && render(content, host.current);
    const mount = async () => {
      const { current: before } = state;
      if (before === "loading" || before === "mounted") return;
      const Placeholder = before === "server" ? undefined : Waiting;
      state.current = "loading";
      try {
        if (!Loaded && Placeholder) draw(<Placeholder retry={undefined} />);
        Loaded ??= await load();
      } catch {
        // The next use or change of the part tries again, unless it shows a button for that.
        state.current = Placeholder ? "failed" : before;
        pressed.current = null;
        if (Placeholder) draw(<Placeholder retry={mount} />);
        return;
      }
      // First with what the server rendered, because hydration takes the elements over without
      // comparing them.
      if (before === "server" && host.current) {
        hydrate(<Loaded {...first.current} />, host.current);
        host.current.removeAttribute("data-awaits-script");
      }
      state.current = "mounted";
      // Hydration has rendered it with these props already.
      const isHydrated = before === "server" && isSame(first.current, latest.current);
      if (!isHydrated) draw(<Loaded {...latest.current} />);
      pressed.current?.click();
    };
    // Only what the server rendered, because a part that is empty is loaded already or has a button
    // to try again.
    const use = () => void (state.current === "server" && mount());
    // A button that is pressed before its script has loaded is pressed again then.
    const press = ({ target }: Event) => {
      use();
      if (state.current === "loading") pressed.current = (target as Element).closest("button");
    };
    useLayoutEffect(() => {
      if (state.current === "server" && !host.current?.hasChildNodes()) state.current = "empty";
      const isNeeded =
        loadTime === "start" || state.current === "empty" || !isSame(first.current, props);
      if (state.current === "mounted") {
        if (Loaded) draw(<Loaded {...props} />);
      } else if (state.current !== "failed" && isNeeded) void mount();
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

/**
 * Returns true when no property differs. A part has the same names of properties in every render.
 */
function isSame<P extends object>(a: P, b: P): boolean {
  return Object.keys(a).every((name) => a[name as keyof P] === b[name as keyof P]);
}
