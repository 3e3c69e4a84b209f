/** Loads what few visits need. */
export const loadComponents = () => import("./lazy-components.ts");
