import { startShell } from "../shell/shell.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import type { ToolKit } from "../tool/kit.ts";
import { Playground } from "../tool/Playground.tsx";
import type { PlaygroundProps } from "../tool/use-playground.ts";
import { hydrateIsland } from "../shell/hydrate.tsx";

const onDemand = () => import("../tool/on-demand.ts");

const PARTS = {
  Samples: lazyPart(async () => (await onDemand()).Samples, "use"),
  Exports: lazyPart(async () => (await onDemand()).Exports, "use"),
};

/** Hydrates a tool's page. */
export function hydrateTool(kit: ToolKit): void {
  startShell();
  hydrateIsland("playground", (props: PlaygroundProps) => (
    <Playground {...props} kit={kit} parts={PARTS} />
  ));
}
