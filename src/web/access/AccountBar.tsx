import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** The line above every page with who is signed in, or where one may sign in. */
export function AccountBar({ site }: { site: Site }): JSX.Element | null {
  const { account, basePath, hasSignIn, requiresKey } = site;
  if (!account) {
    if (!hasSignIn || requiresKey) return null;
    return (
      <nav class="account" aria-label="Account">
        <a href={`${basePath}/sign-in`}>Sign in</a>
      </nav>
    );
  }
  const { name, isAdmin, hasSession, maySeeUsage } = account;
  return (
    <nav class="account" aria-label="Account">
      <span>
        Signed in as <b>{name}</b>
      </span>
      {maySeeUsage && <a href={`${basePath}/usage`}>Usage</a>}
      {isAdmin && <a href={`${basePath}/keys`}>Keys</a>}
      {hasSession && (
        <form method="post" action={`${basePath}/sign-out`}>
          <button class="quiet">Sign out</button>
        </form>
      )}
    </nav>
  );
}
