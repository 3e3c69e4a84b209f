import { type ComponentType, hydrate, type JSX } from "preact";
import { type ReadonlySignal, useValue } from "../shell/signal.ts";
import type { Values } from "../form/values.ts";
import { Exports as GenericExports } from "../result/Exports.tsx";
import type { ExportsProps } from "./kit.ts";
import { Samples } from "./Samples.tsx";
import type { Playground, Shown } from "./state.ts";
import type { ToolView } from "./view.ts";

/** A host and what the server rendered into it. */
interface Mount<T> {
  host: Element;
  view: ToolView;
  /** The value that the server rendered. */
  first: T;
  source: ReadonlySignal<T>;
}

/** Renders the samples so that they follow the form. */
export function mountSamples({ host, view, first, source }: Mount<Values>): void {
  function LiveSamples(): JSX.Element {
    return <Samples view={view} values={useValue(source, first)} />;
  }
  hydrate(<LiveSamples />, host);
}

interface ExportsMount extends Mount<Shown | undefined> {
  state: Playground;
  /** Exports of the tool's own; undefined: those of any tool. */
  Exports: ComponentType<ExportsProps> | undefined;
}

/** Renders the exports so that they follow the last result. */
export function mountExports({
  host,
  view,
  first,
  source,
  state,
  Exports = GenericExports,
}: ExportsMount): void {
  function LiveExports(): JSX.Element | null {
    const shown = useValue(source, first);
    return shown ? <Exports view={view} shown={shown} state={state} /> : null;
  }
  hydrate(<LiveExports />, host);
}
