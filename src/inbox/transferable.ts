/** Smaller memory is freed as cheaply by the garbage collector. */
const MIN_BYTES = 32_768;

const { port1: sinkPort, port2 } = new MessageChannel();
port2.close();

/**
 * Frees at once memory that nothing will look at again. The garbage collector runs after every 64 MB that came
 * over from another thread, which took longer than all other work on the answers the memory is for.
 */
export function detachBuffer(bytes: Uint8Array): void {
  if (bytes.byteLength < MIN_BYTES || !ownsBuffer(bytes)) return;
  // What is handed over leaves this thread, whether anyone is there to take it or not.
  sinkPort.postMessage(undefined, [bytes.buffer]);
}

/** The bytes in memory that can be handed to another thread: their own, or a copy where others share it. */
export function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ownsBuffer(bytes) ? bytes : new Uint8Array(bytes);
}

/** Whether nothing else is in their memory: small buffers share theirs with others. */
function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength;
}
