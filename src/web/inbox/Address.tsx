import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { Countdown } from "./Countdown.tsx";

interface AddressProps {
  url: string;
  /** The path of the URL on this server. */
  path: string;
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  expiresAt: string | null;
  /** Seconds from the first request to the end of the inbox. */
  lifetime: number;
  /** The generation of the inbox; 0 before the first request. */
  generation: number;
}

/** The URL of the inbox and the time until it expires. */
export function Address({ url, path, ...countdown }: AddressProps): JSX.Element {
  const problem = useSignal("");
  const isSending = useSignal(false);
  const nameAt = url.lastIndexOf("/") + 1;
  const send = async () => {
    if (isSending.value) return;
    isSending.value = true;
    problem.value = await sendTest(path);
    isSending.value = false;
  };
  return (
    <div class="address">
      {/* A line breaks before the name instead of inside of it. */}
      <code id="inbox-url">
        {url.slice(0, nameAt)}
        <wbr />
        {url.slice(nameAt)}
      </code>
      <p class="actions">
        <span class="scripted">
          <Copy text={url} label="Copy URL" what="of this inbox" />
          <button type="button" class="quiet" onClick={() => void send()}>
            {isSending.value ? "Sending…" : "Send a test"}
          </button>
        </span>
        <Countdown {...countdown} />
      </p>
      <p class="problem" role="status">
        {problem.value}
      </p>
    </div>
  );
}

/** Sends a small request. Returns why it failed; empty after success. */
async function sendTest(path: string): Promise<string> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event: "test", sentAt: new Date().toISOString() }),
    });
    return response.ok
      ? ""
      : `Not stored: ${((await response.json()) as { error: string }).error}.`;
  } catch {
    return "Not sent: the server does not respond.";
  }
}
