import type { JSX } from "preact";
import type { Site } from "../card.ts";
import { Island } from "../shell/Island.tsx";
import { Inbox, type InboxProps } from "./Inbox.tsx";

/** Where an inbox begins. */
export function InboxStart({ site }: { site: Site }): JSX.Element {
  return (
    <div class="start">
      <h1>Webhook inbox</h1>
      <p class="lead">
        A URL that keeps every request sent to it, byte for byte, and shows it the moment it
        arrives. Any method, any body; it ends by itself four hours after its first request.
      </p>
      <form method="post" action={`${site.basePath}/inbox`}>
        <button class="primary">Make an inbox</button>
      </form>
      <form class="open" action={`${site.basePath}/inbox`}>
        <label for="inbox-id">Or open one by its name</label>
        <span>
          <input type="text" id="inbox-id" name="id" maxLength={128} placeholder="my-inbox" />
          <button class="quiet">Open</button>
        </span>
        <p class="help">Whoever knows the name can read the inbox. A made one is hard to guess.</p>
      </form>
    </div>
  );
}

/** One inbox. */
export function InboxPage(props: InboxProps): JSX.Element {
  return (
    <div class="inbox">
      <h1>Webhook inbox</h1>
      <Island id="inbox" component={Inbox} props={props} />
    </div>
  );
}
