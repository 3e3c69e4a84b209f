import type { JSX } from "preact";
import { Island } from "../shell/Island.tsx";
import { getManyTitle, hasMany } from "../many/title.ts";
import type { ToolSummary } from "../tool-summary.ts";
import { GENERIC_KIT } from "./generic-kit.tsx";
import { kits } from "./kits/index.ts";
import { Playground } from "./Playground.tsx";
import type { PlaygroundProps } from "./use-playground.ts";

interface ToolPageProps {
  tool: ToolSummary;
  playground: PlaygroundProps;
}

export function ToolPage({ tool, playground }: ToolPageProps): JSX.Element {
  const kit = kits[tool.kit ?? ""] ?? GENERIC_KIT;
  const { pagePath, apiPath } = playground.view;
  const basePath = apiPath.slice(0, -tool.path.length);
  return (
    <div class="tool">
      <div class="intro">
        <h1>{tool.title}</h1>
        <p>{tool.summary}</p>
        <p class="page-links">
          {kit.history && <a href={basePath + kit.history.path}>{kit.history.title}</a>}
          {hasMany(tool) && <a href={`${pagePath}/many`}>{getManyTitle(tool)}</a>}
        </p>
      </div>
      <Island id="playground" props={playground}>
        <Playground {...playground} kit={kit} />
      </Island>
    </div>
  );
}
