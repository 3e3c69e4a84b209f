import { type ComponentType, hydrate } from "preact";

/** Brings an island to life with the props that the server drew it with. */
export function hydrateIsland<P extends object>(id: string, Component: ComponentType<P>): void {
  const root = document.getElementById(id);
  const props = document.getElementById(`${id}-props`)?.textContent;
  if (!root || !props) return;
  afterPaint(() => {
    hydrate(<Component {...(JSON.parse(props) as P)} />, root);
    // From here on the page answers: what a measurement looks for.
    performance.mark("awake");
  });
}

/** What the server drew is there to be read while the browser is still busy with bringing it to life. */
function afterPaint(run: () => void): void {
  // A page in the background is not painted.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
