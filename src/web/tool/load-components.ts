/** Loads what is used after the first look at a page. */
export const loadComponents = () => import("./lazy-components.ts");
