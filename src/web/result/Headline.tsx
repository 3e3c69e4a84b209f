import type { JSX } from "preact";
import type { FormattedHeadline } from "./headline.ts";

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
