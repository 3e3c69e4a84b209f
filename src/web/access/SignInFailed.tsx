import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** The page for people whose sign-in at the provider failed. */
export function SignInFailed({ site, message }: { site: Site; message: string }): JSX.Element {
  return (
    <div class="sign-in">
      <h1>Sign-in failed</h1>
      <p class="lead" role="alert">
        {message}
      </p>
      <p>
        <a href={`${site.basePath}/sign-in`}>Try again</a>
      </p>
    </div>
  );
}
