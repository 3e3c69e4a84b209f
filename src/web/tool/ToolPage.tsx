import type { JSX } from "preact";
import type { ToolSummary } from "../tool-summary.ts";
import { Island } from "../shell/Island.tsx";
import { Playground, type PlaygroundProps } from "./Playground.tsx";

/** A tool's page. */
export function ToolPage({
  card,
  props,
}: {
  card: ToolSummary;
  props: PlaygroundProps;
}): JSX.Element {
  const { methods, perMinute } = card;
  return (
    <div class="tool">
      <div class="intro">
        <h1>{card.title}</h1>
        <p>{card.summary}</p>
        <p class="endpoint">
          <code>
            <b>{methods.join(", ")}</b> {card.path}
          </code>
          {perMinute !== undefined && <span>{perMinute} a minute</span>}
        </p>
      </div>
      <Island id="playground" component={Playground} props={props} />
    </div>
  );
}
