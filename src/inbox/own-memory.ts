/** Smaller memory is freed as cheaply by the garbage collector. */
const LEAST_BYTES = 32_768;

const { port1: nowhere, port2 } = new MessageChannel();
port2.close();

/**
 * Frees at once memory that nothing will look at again. The garbage collector runs after every 64 MB that came
 * over from another thread, which took longer than all other work on the answers the memory is for.
 */
export function letGo(bytes: Uint8Array): void {
  if (bytes.byteLength < LEAST_BYTES || !isAlone(bytes)) return;
  // What is handed over leaves this thread, whether anyone is there to take it or not.
  nowhere.postMessage(undefined, [bytes.buffer]);
}

/** The bytes in memory that can be handed to another thread: their own, or a copy where others share it. */
export function inOwnMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isAlone(bytes) ? bytes : new Uint8Array(bytes);
}

/** Whether nothing else is in their memory: small buffers share theirs with others. */
function isAlone(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength;
}
