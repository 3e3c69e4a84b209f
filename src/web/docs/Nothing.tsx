import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** What a browser shows at a path where there is nothing. */
export function Nothing({ site }: { site: Site }): JSX.Element {
  return (
    <div class="docs">
      <h1>There is nothing at this path</h1>
      <p class="lead">
        The address may be misspelled. <a href={`${site.basePath}/`}>All tools</a>, the{" "}
        <a href={`${site.basePath}/inbox`}>webhook inbox</a> and{" "}
        <a href={`${site.basePath}/docs`}>the docs</a> are where they were.
      </p>
    </div>
  );
}
