import type { JSX } from "preact";
import { GradeDial } from "./GradeDial.tsx";

/** The scale of the grades, before a page was measured. */
export function NoFootprint(): JSX.Element {
  return (
    <div class="no-footprint">
      <GradeDial />
      <p class="empty">Run the tool to see the grade of a page.</p>
    </div>
  );
}
