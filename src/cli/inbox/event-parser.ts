/** A server-sent event with an id. */
export interface ServerEvent {
  id: string;
  data: Buffer;
}

/**
 * Maximum bytes of one event: the largest body of a server with default limits takes a quarter of
 * them.
 */
const MAX_EVENT_BYTES = 128 * 1024 * 1024;

const LINE_FEED = 0x0a;
const NEW_LINE = Buffer.from("\n");

/**
 * Creates a parser of an event stream (HTML, 9.2.6). It returns the events that each chunk
 * completes.
 */
export function createEventParser(): (chunk: Uint8Array) => ServerEvent[] {
  /** The beginning of an incomplete line. */
  let partial: Buffer[] = [];
  let size = 0;
  let id = "";
  let data: Buffer[] = [];

  const readLine = (line: Buffer): ServerEvent | undefined => {
    if (line.length === 0) {
      const event = data.length > 0 ? { id, data: joinLines(data) } : undefined;
      data = [];
      size = 0;
      return event;
    }
    const colon = line.indexOf(":");
    const name = line.toString("utf8", 0, Math.max(colon, 0));
    const value = line.subarray(colon + (line[colon + 1] === 0x20 ? 2 : 1));
    if (name === "id") id = value.toString();
    else if (name === "data") data.push(value);
    return undefined;
  };

  return (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const events: ServerEvent[] = [];
    size += bytes.length;
    if (size > MAX_EVENT_BYTES) throw new Error("the server sent an event that is too large");
    for (let at = 0; ;) {
      const end = bytes.indexOf(LINE_FEED, at);
      if (end === -1) {
        partial.push(bytes.subarray(at));
        return events;
      }
      const event = readLine(
        stripCarriageReturn(Buffer.concat([...partial, bytes.subarray(at, end)])),
      );
      if (event) events.push(event);
      partial = [];
      at = end + 1;
    }
  };
}

function joinLines(lines: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = lines;
  if (lines.length === 1) return first;
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [NEW_LINE, line])));
}

function stripCarriageReturn(line: Buffer): Buffer {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
