/** Smaller buffers are freed as cheaply by the garbage collector. */
const MIN_DETACHED_BYTES = 4096;

const { port1: sinkPort, port2: closedPort } = new MessageChannel();
closedPort.close();

/**
 * Detaches a buffer that nothing reads again, so that its memory is released immediately. V8
 * otherwise runs a full collection for every 64 MB received from another thread, which cost more
 * than serving the responses.
 */
export function detachBuffer(bytes: Uint8Array): void {
  if (bytes.byteLength < MIN_DETACHED_BYTES || !ownsBuffer(bytes)) return;
  if (bytes.buffer.resizable) return bytes.buffer.resize(0);
  // A transferred buffer leaves this thread even when it is not received.
  sinkPort.postMessage(undefined, [bytes.buffer]);
}

/**
 * Returns the bytes in a buffer of their own, which can be transferred; copies them when they share
 * one.
 */
export function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ownsBuffer(bytes) ? bytes : new Uint8Array(bytes);
}

/** Lists the buffer of a result of bytes, unless they share it. */
export function listOwnBuffers(result: unknown): ArrayBuffer[] {
  return result instanceof Uint8Array && ownsBuffer(result) ? [result.buffer] : [];
}

/** Returns false for views into a larger buffer, such as Node's shared pool of small ones. */
function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength;
}
