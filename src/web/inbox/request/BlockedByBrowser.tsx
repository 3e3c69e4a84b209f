import type { JSX } from "preact";
import { Command } from "../Command.tsx";
import { listCorsHeaders, type ReplayRequest } from "./replay-request.ts";

interface BlockedProps {
  request: Pick<ReplayRequest, "url" | "method" | "headers">;
  command: string;
}

/** Explains why the browser has no response, because browsers hide the reason from pages. */
export function BlockedByBrowser({ request, command }: BlockedProps): JSX.Element {
  return (
    <>
      <p class="problem">The browser got no readable response from {request.url}.</p>
      <p>
        Either nothing listens there, or the program does not allow this page to call it (CORS). To
        allow it, reply to <code>OPTIONS</code> and to the request with:
      </p>
      <pre tabIndex={0}>{listCorsHeaders(request, location.origin)}</pre>
      <p>Or run this in a terminal. It needs no CORS and sends every header:</p>
      <Command command={command} />
    </>
  );
}
