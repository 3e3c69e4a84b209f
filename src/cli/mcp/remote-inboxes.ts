import { setTimeout as delay } from "node:timers/promises";
import { formatInboxUri, type InboxResources } from "../../mcp/resources/inboxes.ts";
import { createEventParser } from "../inbox/event-parser.ts";
import { formatAuthorization, formatInboxUrl, type InboxAddress } from "../inbox/server.ts";
import { openResponse, request, ServerError } from "../server-client.ts";
import { sendMessage } from "./remote-message.ts";

/** Milliseconds between attempts to watch an inbox. */
const RETRY_MS = 1000;

/** Creates the inboxes of a server as resources. */
export function createRemoteInboxes(server: string): InboxResources {
  return {
    async read(address, { token, signal }) {
      const params = { uri: formatInboxUri(address) };
      const response = await sendMessage(server, {
        method: "resources/read",
        params,
        signal,
        token,
      });
      const { contents = [] } = (response.result ?? {}) as { contents?: { text: string }[] };
      return contents[0]?.text;
    },
    async mayRead(inbox, { token, signal }) {
      const address = { server, id: inbox, token };
      const headers = formatAuthorization(address);
      try {
        await request(formatInboxUrl(address, ""), { headers, signal });
        return true;
      } catch (error) {
        if (error instanceof ServerError) return false;
        throw error;
      }
    },
    watch(inbox, token, listener) {
      const ended = new AbortController();
      void watchForever({ server, id: inbox, token }, listener, ended.signal);
      return () => ended.abort();
    },
  };
}

/** Follows the events of an inbox, and tries again when the connection is lost. */
async function watchForever(
  address: InboxAddress,
  listener: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await follow(address, listener, signal).catch(() => {});
    await delay(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

async function follow(
  address: InboxAddress,
  listener: () => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { ...formatAuthorization(address), accept: "text/event-stream" };
  const { body } = await openResponse(formatInboxUrl(address, "/events"), { headers, signal });
  const parse = createEventParser();
  for await (const chunk of body ?? []) {
    if (parse(chunk).length > 0) listener();
  }
}
