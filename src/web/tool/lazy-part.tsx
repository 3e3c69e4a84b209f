import { type ComponentType, hydrate, type JSX, render } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Renders a part on the server, inside the element that `lazyPart` hydrates. The attribute goes when its script answers. */
export function hosted<P extends object>(Part: ComponentType<P>): ComponentType<P> {
  return (props) => (
    <div data-awaits-script>
      <Part {...props} />
    </div>
  );
}

/**
 * Creates a part of a page whose script is loaded after hydration, so that the page's first script stays small. Until
 * then the part stays as the server rendered it. Without a network the next change of the page tries again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return function LazyPart(props: P): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const first = useRef(props);
    const latest = useRef(props);
    const Loaded = useRef<ComponentType<P> | "loading" | undefined>(undefined);
    latest.current = props;
    const mount = async () => {
      Loaded.current = "loading";
      try {
        const Part = await load();
        Loaded.current = Part;
        if (!host.current) return;
        // First with what the server rendered, because hydration takes the elements over without comparing them.
        hydrate(<Part {...first.current} />, host.current);
        render(<Part {...latest.current} />, host.current);
        host.current.removeAttribute("data-awaits-script");
      } catch {
        Loaded.current = undefined;
      }
    };
    useEffect(() => {
      const Part = Loaded.current;
      if (Part === undefined) void mount();
      else if (Part !== "loading" && host.current) render(<Part {...props} />, host.current);
    });
    useEffect(() => {
      const { current } = host;
      return () => void (current && render(null, current));
    }, []);
    // Hydration leaves the content alone.
    return <div ref={host} dangerouslySetInnerHTML={{ __html: "" }} />;
  };
}
