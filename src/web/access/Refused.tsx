import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** The page for people who are signed in and may not open a page. */
export function Refused({ site, message }: { site: Site; message: string }): JSX.Element {
  return (
    <div class="sign-in">
      <h1>Not allowed</h1>
      <p class="lead">{message}</p>
      <p>
        Ask an administrator, or go to <a href={`${site.basePath}/`}>your tools</a>.
      </p>
    </div>
  );
}
