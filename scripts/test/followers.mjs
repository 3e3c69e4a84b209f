// Clients that follow an inbox through lost connections.
import { setTimeout } from "node:timers/promises";

/**
 * The sequence numbers and the bodies, which are numbers, in the order of arrival.
 * @typedef {{ seqs: number[], numbers: number[] }} Follower
 */

const PAUSE_MS = 20;

/**
 * Follows the event stream as a browser does: a stream that ended is resumed after the last id.
 * @param {string} url of the event stream
 * @param {AbortSignal} signal
 */
export function followEvents(url, signal) {
  /** @type {Follower} */
  const follower = { seqs: [], numbers: [] };
  void repeat(signal, async () => {
    const headers = { "last-event-id": String(follower.seqs.at(-1) ?? 0) };
    const response = await fetch(url, { headers, signal });
    let text = "";
    // That of an error has no event.
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data !== undefined) note(follower, JSON.parse(data));
      }
    }
  });
  return follower;
}

/**
 * Follows an inbox by waiting reads.
 * @param {string} url of the list of records
 * @param {AbortSignal} signal
 */
export function followWaits(url, signal) {
  /** @type {Follower} */
  const follower = { seqs: [], numbers: [] };
  void repeat(signal, async () => {
    const response = await fetch(`${url}?wait=30&after=${follower.seqs.at(-1) ?? 0}`, { signal });
    /** @type {{ payloads?: { seq: number, body: string }[] }} */
    const { payloads = [] } = JSON.parse(await response.text());
    for (const record of payloads) note(follower, record);
  });
  return follower;
}

/**
 * @param {Follower} follower
 * @param {{ seq: number, body: string }} record
 */
function note(follower, { seq, body }) {
  follower.seqs.push(seq);
  follower.numbers.push(Number(body));
}

/**
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} work
 */
async function repeat(signal, work) {
  while (!signal.aborted) {
    await work().catch(() => undefined);
    await setTimeout(PAUSE_MS);
  }
}
