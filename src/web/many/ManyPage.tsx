import type { JSX } from "preact";
import { Island } from "../shell/Island.tsx";
import type { ToolSummary } from "../tool-summary.ts";
import { getManyTitle } from "./title.ts";
import { Many, type ManyProps } from "./Many.tsx";

/** The page that runs a tool for each row of a table. */
export function ManyPage({ tool, many }: { tool: ToolSummary; many: ManyProps }): JSX.Element {
  const { pagePath } = many.view;
  return (
    <div class="many-page">
      <div class="intro">
        <h1>
          {tool.title}: {getManyTitle(tool).toLowerCase()}
        </h1>
        <p>
          A table with a row for each input: columns become fields, and the results come as one
          file. <a href={pagePath}>One at a time</a>
        </p>
      </div>
      <noscript>
        <p class="problem">
          This page needs JavaScript. The API takes the same table at{" "}
          <code>
            {many.basePath}/api/v1/batch/{tool.name}
          </code>
          .
        </p>
      </noscript>
      <Island id="many" props={many}>
        <Many {...many} />
      </Island>
    </div>
  );
}
