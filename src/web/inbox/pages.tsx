import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import { Island } from "../shell/Island.tsx";
import { Inbox, type InboxProps } from "./Inbox.tsx";

interface InboxStartProps {
  site: Site;
  /** A name that was asked for, and why it could not be opened. */
  refused?: { id: string; problem: string };
}

/** Where an inbox begins. */
export function InboxStart({ site, refused }: InboxStartProps): JSX.Element {
  return (
    <div class="start">
      <h1>Webhook inbox</h1>
      <p class="lead">
        A URL that keeps every request sent to it, byte for byte, and shows it the moment it
        arrives. Any method, any body; it ends by itself, and tells when.
      </p>
      <form method="post" action={`${site.basePath}/inbox`}>
        <button class="primary">Make an inbox</button>
        <button class="quiet" formAction={`${site.basePath}/inbox?private=true`}>
          Make a private inbox
        </button>
        <p class="help">A private inbox is read with a token. Anyone can send to it.</p>
      </form>
      <form class="open" action={`${site.basePath}/inbox`}>
        <label for="inbox-id">Or open one by its name</label>
        <span>
          <input
            type="text"
            id="inbox-id"
            name="id"
            maxLength={128}
            placeholder="my-inbox"
            value={refused?.id}
            aria-invalid={refused && "true"}
            aria-describedby={refused ? "inbox-id-problem" : "inbox-id-help"}
          />
          <button class="quiet">Open</button>
        </span>
        {refused && (
          <p class="problem" id="inbox-id-problem">
            {refused.problem}
          </p>
        )}
        <p class="help" id="inbox-id-help">
          Whoever knows the name can read the inbox. A made one is hard to guess.
        </p>
      </form>
    </div>
  );
}

/** One inbox. */
export function InboxPage(props: InboxProps): JSX.Element {
  return (
    <div class="inbox">
      <h1>Webhook inbox</h1>
      <Island id="inbox" props={props}>
        <Inbox {...props} />
      </Island>
    </div>
  );
}
