import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import { Island } from "../shell/Island.tsx";
import { Inbox, type InboxProps } from "./Inbox.tsx";
import { StartPicture } from "./StartPicture.tsx";

interface InboxStartProps {
  site: Site;
  /** The name that was requested, and why it cannot be opened. */
  refused?: { id: string; problem: string } | undefined;
}

const FEATURES = [
  [
    "Inspect",
    "Headers in their order, JSON as a tree, forms with their files, and the exact bytes.",
  ],
  ["Verify", "Signatures of GitHub, Stripe, Shopify, Slack and others, checked in your browser."],
  ["Replay and forward", "Send requests on to localhost, one by one or as they arrive."],
  ["Respond", "Answer with errors, delays and challenges to test how senders retry."],
] as const;

/** The page on which inboxes are created and opened. */
export function InboxStart({ site, refused }: InboxStartProps): JSX.Element {
  return (
    <div class="start">
      <h1>Webhook inbox</h1>
      <p class="lead">
        A URL that stores every request sent to it, byte for byte, and shows it instantly. Accepts
        any method and body. Expires automatically; you'll see when.
      </p>
      <form method="post" action={`${site.basePath}/inbox`}>
        <button class="primary">Create inbox</button>
        <button class="quiet" formAction={`${site.basePath}/inbox?private=true`}>
          Create private inbox
        </button>
        <p class="help">A private inbox is read with a token. Anyone can send to it.</p>
      </form>
      <OpenForm site={site} refused={refused} />
      <section class="recent" id="recent-inboxes" data-path={`${site.basePath}/inbox/`} hidden>
        <h2>Opened on this device</h2>
        <ul />
      </section>
      <div class="about">
        <StartPicture />
        <ul class="features">
          {FEATURES.map(([title, text]) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function OpenForm({ site, refused }: InboxStartProps): JSX.Element {
  return (
    <form class="open" action={`${site.basePath}/inbox`}>
      <label for="inbox-id">Open an existing inbox</label>
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
        Anyone with the name can read this inbox. Generated names are hard to guess.
      </p>
    </form>
  );
}

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
