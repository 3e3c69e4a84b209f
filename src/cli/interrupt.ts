/** Returns a signal that the first Ctrl+C or SIGTERM aborts; a second one ends the process. */
export function createInterruptSignal(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupted.abort());
  return interrupted.signal;
}
