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
  const { methods, perMinute, costlyReply } = tool;
  const kit = kits[tool.kit ?? ""] ?? GENERIC_KIT;
  return (
    <div class="tool">
      <div class="intro">
        <h1>{tool.title}</h1>
        <p>{tool.summary}</p>
        <p class="endpoint">
          <code>
            <b>{methods.join(", ")}</b> {tool.path}
          </code>
          {perMinute !== undefined && <span>{perMinute} a minute</span>}
          {costlyReply && (
            <span>
              {costlyReply.perMinute} a minute {costlyReply.description}
            </span>
          )}
          {hasMany(tool) && <a href={`${playground.view.pagePath}/many`}>{getManyTitle(tool)}</a>}
        </p>
      </div>
      <Island id="playground" props={playground}>
        <Playground {...playground} kit={kit} />
      </Island>
    </div>
  );
}
