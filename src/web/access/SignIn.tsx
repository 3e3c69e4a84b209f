import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";

interface SignInProps {
  site: Site;
  /** The path that opens afterwards. */
  next: string;
  /** Why the last try was refused. */
  problem?: string | undefined;
  /** The name of the single sign-on; undefined: there is none. */
  provider: string | undefined;
}

/** The page on which people sign in with a key. */
export function SignIn({ site, next, problem, provider }: SignInProps): JSX.Element {
  const { basePath } = site;
  return (
    <div class="sign-in">
      <h1>Sign in</h1>
      {provider !== undefined && (
        <p>
          <a class="button primary" href={`${basePath}/auth/oidc?next=${encodeURIComponent(next)}`}>
            {provider}
          </a>
        </p>
      )}
      <form method="post" action={`${basePath}/sign-in`}>
        <input type="hidden" name="next" value={next} />
        <label for="key">Key</label>
        <input
          type="password"
          id="key"
          name="key"
          required
          maxLength={256}
          autoComplete="current-password"
          spellcheck={false}
          aria-invalid={problem === undefined ? undefined : "true"}
          aria-describedby={problem === undefined ? "key-help" : "key-problem key-help"}
        />
        {problem !== undefined && (
          <p class="problem" id="key-problem" role="alert">
            {problem}
          </p>
        )}
        <p class="help" id="key-help">
          The key that an administrator gave you (it begins with <code>sndr_</code>), or the admin
          token.
        </p>
        <button class="primary">Sign in</button>
      </form>
    </div>
  );
}

interface MessageProps {
  site: Site;
  message: string;
}

/** The page for people whose sign-in at the provider failed. */
export function SignInFailed({ site, message }: MessageProps): JSX.Element {
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

/** The page for people who are signed in and may not open a page. */
export function Refused({ site, message }: MessageProps): JSX.Element {
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
