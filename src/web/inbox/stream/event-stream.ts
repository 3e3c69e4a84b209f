import { withToken } from "../token.ts";

/** A stream of server-sent events that is open. */
export interface OpenStream {
  close(): void;
}

interface StreamHandlers {
  onOpen(): void;
  onMessage(data: string): void;
  /** `isFinal`: the stream does not resume without being opened again. */
  onError(isFinal: boolean): void;
}

/**
 * Opens a stream of events. With a token it is read by `fetch`, because an EventSource sends no
 * headers.
 */
export function openEventStream(
  url: string,
  token: string | undefined,
  handlers: StreamHandlers,
): OpenStream {
  return token === undefined ? openSource(url, handlers) : openFetched(url, token, handlers);
}

function openSource(url: string, { onOpen, onMessage, onError }: StreamHandlers): OpenStream {
  const source = new EventSource(url);
  source.addEventListener("open", onOpen);
  source.addEventListener("message", ({ data }: MessageEvent<string>) => onMessage(data));
  source.addEventListener("error", () => onError(source.readyState === EventSource.CLOSED));
  return { close: () => source.close() };
}

function openFetched(url: string, token: string, handlers: StreamHandlers): OpenStream {
  const controller = new AbortController();
  const { signal } = controller;
  void readEvents(url, { ...withToken(token), signal }, handlers)
    .catch(() => undefined)
    .then(() => !signal.aborted && handlers.onError(true));
  return { close: () => controller.abort() };
}

/**
 * Reads events to the end of the stream. Their data has no line breaks other than the ones between
 * its lines.
 */
async function readEvents(
  url: string,
  init: RequestInit,
  { onOpen, onMessage }: StreamHandlers,
): Promise<void> {
  const { ok, body } = await fetch(url, init);
  if (!ok || !body) return;
  onOpen();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let incomplete = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (incomplete + read.value).split("\n\n");
    incomplete = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data: "));
      if (data.length > 0) onMessage(data.map((line) => line.slice(6)).join("\n"));
    }
  }
}
