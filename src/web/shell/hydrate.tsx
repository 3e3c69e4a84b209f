import { type ComponentType, hydrate } from "preact";

/** Hydrates an island with the props that the server rendered it with. */
export function hydrateIsland<P extends object>(id: string, Component: ComponentType<P>): void {
  const root = document.getElementById(id);
  const props = document.getElementById(`${id}-props`)?.textContent;
  if (!root || !props) return;
  afterPaint(() => {
    hydrate(<Component {...(JSON.parse(props) as P)} />, root);
    // Tests and measurements wait for this mark.
    performance.mark("hydrated");
  });
}

/** Runs after the first paint, so that the server-rendered page is visible immediately. */
function afterPaint(run: () => void): void {
  // A page in the background is not painted.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
