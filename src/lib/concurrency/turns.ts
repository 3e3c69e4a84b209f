/**
 * Creates a queue that runs one step in each turn of the event loop, so that other connections are
 * served between long steps.
 */
export function createTurns(): (step: () => void) => void {
  const waiting: (() => void)[] = [];
  const runNext = () => {
    const step = waiting.shift();
    if (waiting.length > 0) setImmediate(runNext);
    step?.();
  };
  return (step) => {
    if (waiting.push(step) === 1) setImmediate(runNext);
  };
}

const runInTurn = createTurns();

/** Resolves in a turn of the event loop that no other caller gets. */
export function takeTurn(): Promise<void> {
  return new Promise(runInTurn);
}
