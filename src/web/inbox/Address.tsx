import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { Countdown } from "./Countdown.tsx";

interface AddressProps {
  url: string;
  api: string;
  expiresAt: string | null;
  /** Whether anything has arrived. */
  known: boolean;
}

/** Where to send, and how long the inbox lives. */
export function Address({ url, ...countdown }: AddressProps): JSX.Element {
  const send = () =>
    void fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event: "test", sentAt: new Date().toISOString() }),
    });
  return (
    <div class="panel address">
      <code id="inbox-url">{url}</code>
      <p class="actions">
        <Copy text={url} label="Copy URL" what="of this inbox" />
        <button type="button" class="quiet" onClick={send}>
          Send a test
        </button>
        <Countdown {...countdown} />
      </p>
    </div>
  );
}
