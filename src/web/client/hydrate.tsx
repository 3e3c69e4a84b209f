import { type ComponentType, hydrate } from "preact";

/** Brings an island to life with the props that the server drew it with. */
export function wake<P extends object>(id: string, Component: ComponentType<P>): void {
  const root = document.getElementById(id);
  const props = document.getElementById(`${id}-props`)?.textContent;
  if (!root || !props) return;
  hydrate(<Component {...(JSON.parse(props) as P)} />, root);
  // From here on the page answers: what a measurement looks for.
  performance.mark("awake");
}
