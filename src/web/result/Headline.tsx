import type { JSX } from "preact";
import type { ToolResponse } from "../tool/response.ts";
import type { ToolView } from "../tool/view.ts";
import { type FormattedHeadline, toHeadline } from "./headline.ts";

/** Longer figures are smaller, because they have to fit on one line. */
const MAX_LARGE_CHARACTERS = 12;

/** The main figure of a result in large type, with the text before and after it. */
export function Headline({ lead, figure, label, isBad }: FormattedHeadline): JSX.Element {
  return (
    <p class={figure.length > MAX_LARGE_CHARACTERS ? "highlight wide" : "highlight"}>
      {lead && <span class="lead">{lead}</span>}{" "}
      <strong class={isBad ? "bad" : undefined}>{figure}</strong> <span>{label}</span>
    </p>
  );
}

interface ToolHeadlineProps {
  view: ToolView;
  response: ToolResponse;
}

/** The headline that the tool's definition has for a response. */
export function ToolHeadline({ view, response }: ToolHeadlineProps): JSX.Element | null {
  const headline = toHeadline(view, response);
  return headline ? <Headline {...headline} /> : null;
}
