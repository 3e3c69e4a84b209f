import type { ComponentType } from "preact";
import type { PartOptions, PartScript } from "./part-element.tsx";

/** The loads of all parts that the server renders. */
const loads: (() => Promise<void>)[] = [];

/** Loads the parts of the modules that were imported, so that the server can render them. */
export async function loadServerParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** Creates a part that is rendered inside the element that the browser hydrates. */
export function createServerPart<P extends object>(
  script: PartScript<P>,
  { loadOn, isBrowserOnly }: PartOptions,
): ComponentType<P> {
  if (isBrowserOnly) return () => <div />;
  loads.push(() => script.load());
  // The attribute is removed when the script has loaded.
  const awaits = loadOn === "use" ? {} : { "data-awaits-script": true };
  return (props) => <div {...awaits}>{script.Component && <script.Component {...props} />}</div>;
}
