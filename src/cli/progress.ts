/** Milliseconds before elapsed time is shown first, and between updates. */
const INTERVAL_MS = 1000;

/** Awaits `work`. Shows elapsed seconds on a TTY after 1 s; silent otherwise. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return work;
  let seconds = 0;
  const timer = setInterval(() => stderr.write(`\r${what} … ${++seconds} s`), INTERVAL_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    // Erase the line, because only the result should stay on the screen.
    if (seconds > 0) stderr.write("\r\u001b[K");
  }
}
