import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { Countdown } from "./Countdown.tsx";

interface AddressProps {
  url: string;
  /** The same on this server, however it is reached. */
  path: string;
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  expiresAt: string | null;
  /** Which life of the inbox this is; 0: nothing has arrived. */
  life: number;
}

/** Where to send, and how long the inbox lives. */
export function Address({ url, path, ...countdown }: AddressProps): JSX.Element {
  const problem = useSignal("");
  const send = async () => {
    problem.value = await sendTest(path);
  };
  return (
    <div class="panel address">
      <code id="inbox-url">{url}</code>
      <p class="actions">
        <Copy text={url} label="Copy URL" what="of this inbox" />
        <button type="button" class="quiet" onClick={() => void send()}>
          Send a test
        </button>
        <Countdown {...countdown} />
      </p>
      <p class="problem" role="status">
        {problem.value}
      </p>
    </div>
  );
}

/** Sends a small request; gives what went wrong, if anything. */
async function sendTest(path: string): Promise<string> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event: "test", sentAt: new Date().toISOString() }),
    });
    return answer.ok ? "" : `Not kept: ${((await answer.json()) as { error: string }).error}.`;
  } catch {
    return "Not sent: the server is out of reach.";
  }
}
