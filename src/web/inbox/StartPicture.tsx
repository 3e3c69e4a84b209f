import type { JSX } from "preact";
import { tokenize } from "../code/tokenize.ts";

/** Requests as an inbox lists them: method, path, age, event and size. The first one is chosen. */
const REQUESTS = [
  ["POST", "/github", "now", "GitHub push", "7.2 kB"],
  ["POST", "/stripe", "40 s ago", "Stripe invoice.paid", "2.9 kB"],
  ["POST", "/slack", "2 min ago", "Slack", "412 B"],
  ["DELETE", "/orders/1042", "5 min ago", "203.0.113.9", "0 B"],
] as const;

/** The body of the first request. */
const BODY = `{
  "ref": "refs/heads/main",
  "repository": {
    "full_name": "acme/shop",
    "private": false
  },
  "pusher": { "name": "ada" },
  "commits": [
    { "message": "Fix the cart total" }
  ]
}`;

/**
 * A picture of an inbox with requests. It is decoration: the features below say the same in words.
 */
export function StartPicture(): JSX.Element {
  return (
    <div class="panel picture" aria-hidden="true">
      <ol class="rows-of-requests">
        {REQUESTS.map(([method, path, age, event, size], index) => (
          <li key={path}>
            <div class="request" aria-current={index === 0 ? "true" : undefined}>
              <b class={`method ${method.toLowerCase()}`}>{method}</b>
              <span class="path">{path}</span>
              <time>{age}</time>
              <span class="sender">{event}</span>
              <span class="size">{size}</span>
            </div>
          </li>
        ))}
      </ol>
      <pre>
        {tokenize(BODY).map(({ kind, text }, index) => (
          <span key={index} class={kind && `hl-${kind}`}>
            {text}
          </span>
        ))}
      </pre>
    </div>
  );
}
