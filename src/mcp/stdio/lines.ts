const LINE_FEED = 10;

/**
 * Yields the lines of a stream as they end; null for one of more than `maxBytes` bytes, of which
 * nothing is kept. The last line need not end with a line break.
 */
export async function* readLines(
  input: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer | null, void> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const end = () => {
    const line = bytes > maxBytes ? null : Buffer.concat(parts, bytes);
    [parts, bytes] = [[], 0];
    return line;
  };
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, at));
      start = at + 1;
      yield end();
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield end();
}
