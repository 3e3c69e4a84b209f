import { hydrateIsland } from "../shell/hydrate.tsx";
import { startShell } from "../shell/shell.ts";
import type { ToolKit } from "../tool/kit.ts";
import { Playground } from "../tool/Playground.tsx";
import type { PlaygroundProps } from "../tool/use-playground.ts";

/** Hydrates a tool's page. */
export function hydrateTool(kit: ToolKit): void {
  startShell();
  hydrateIsland("playground", (props: PlaygroundProps) => <Playground {...props} kit={kit} />);
}
