/** Smaller memory is freed as cheaply by the garbage collector. */
const LEAST_BYTES = 32_768;

const { port1: nowhere, port2 } = new MessageChannel();
port2.close();

/**
 * Frees at once memory that nothing will look at again. The garbage collector runs after every 64 MB that came
 * over from another thread, which took longer than all other work on the answers the memory is for.
 */
export function letGo({ buffer, byteLength }: Uint8Array): void {
  // Only memory of its own: small buffers share theirs with others.
  if (byteLength < LEAST_BYTES || byteLength !== buffer.byteLength) return;
  // What is handed over leaves this thread, whether anyone is there to take it or not.
  nowhere.postMessage(undefined, [buffer as ArrayBuffer]);
}
