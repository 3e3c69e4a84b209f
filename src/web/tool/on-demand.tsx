import { hydrate, type JSX } from "preact";
import { type ReadonlySignal, useValue } from "../shell/signal.ts";
import type { Values } from "../form/values.ts";
import { Exports } from "../result/Exports.tsx";
import { Samples } from "./Samples.tsx";
import type { Shown } from "./use-playground.ts";
import type { ToolView } from "./view.ts";

/** Renders the samples so that they follow the form. */
export function mountSamples(host: Element, view: ToolView, values: ReadonlySignal<Values>): void {
  function LiveSamples(): JSX.Element {
    return <Samples view={view} values={useValue(values)} />;
  }
  hydrate(<LiveSamples />, host);
}

/** Renders the exports so that they follow the last result. */
export function mountExports(
  host: Element,
  view: ToolView,
  good: ReadonlySignal<Shown | undefined>,
): void {
  function LiveExports(): JSX.Element | null {
    const shown = useValue(good);
    return shown ? <Exports view={view} shown={shown} /> : null;
  }
  hydrate(<LiveExports />, host);
}
