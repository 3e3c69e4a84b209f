import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { createInboxStream, type StreamUrls } from "./inbox-stream.ts";
import { startClock } from "../list/Ago.tsx";
import { keepToken, readKeptToken, rememberInbox } from "../recents.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { isPrivateInbox } from "../../../domain/record/private-inbox.ts";
import { readFragmentToken } from "../token.ts";

/** States in which the server has accepted the token. */
const OPEN: ReadonlySet<string> = new Set(["live", "polling"]);

/**
 * Follows an inbox, where it is private with the token in the fragment or the one that this device
 * keeps. `unlock` follows it with
 * another token.
 */
export function useInboxStream(id: string, urls: StreamUrls, first: readonly InboxRecord[]) {
  const stream = useMemo(() => createInboxStream(urls, first), []);
  const token = useSignal<string | undefined>(undefined);
  const open = (readToken: string | undefined) => {
    token.value = readToken;
    if (isPrivateInbox(id) && readToken === undefined) stream.state.value = "locked";
    else stream.start(readToken);
  };
  useEffect(() => {
    rememberInbox(id);
    open(isPrivateInbox(id) ? (readFragmentToken() ?? readKeptToken(id)) : undefined);
    startClock();
    // Kept once the server has accepted it.
    return stream.state.subscribe((state) => {
      if (OPEN.has(state) && token.value !== undefined) keepToken(id, token.value);
    });
  }, []);
  const unlock = (readToken: string) => {
    // Browsers send the fragment to no server, so that a link to the page can contain the token.
    history.replaceState(null, "", `#token=${encodeURIComponent(readToken)}`);
    open(readToken);
  };
  return { stream, token, unlock };
}
