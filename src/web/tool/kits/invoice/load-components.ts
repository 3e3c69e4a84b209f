/** Loads what few visits need. */
export const loadComponents = () => import("./lazy-components.ts");

/** Loads what few visits need, and calls a function with it. Without a network, does nothing. */
export function withComponents(
  use?: (components: Awaited<ReturnType<typeof loadComponents>>) => unknown,
): void {
  void loadComponents().then(use, () => undefined);
}
