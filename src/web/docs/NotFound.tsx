import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** The page for unknown paths. */
export function NotFound({ site }: { site: Site }): JSX.Element {
  return (
    <div class="docs">
      <h1>Page not found</h1>
      <p class="lead">
        The address may be misspelled. See <a href={`${site.basePath}/`}>all tools</a>, the{" "}
        <a href={`${site.basePath}/inbox`}>webhook inbox</a> or{" "}
        <a href={`${site.basePath}/docs`}>the docs</a>.
      </p>
      <form class="find" action={`${site.basePath}/`} role="search">
        <input
          type="search"
          name="q"
          aria-label="Search tools"
          placeholder="invoice, qr, sha-256 …"
        />
        <button class="primary">Search tools</button>
      </form>
    </div>
  );
}
