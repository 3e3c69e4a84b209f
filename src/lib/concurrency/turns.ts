/** Runs a step later. */
type RunInTurn = (step: () => void) => void;

/**
 * Creates a queue that runs each step in a turn of the event loop of its own, so that many long
 * steps do not add up before other connections are served.
 */
export function createTurns(): RunInTurn {
  const waiting: (() => void)[] = [];
  const runOne = () => {
    const step = waiting.shift();
    if (waiting.length > 0) setImmediate(runOne);
    step?.();
  };
  return (step) => {
    if (waiting.push(step) === 1) setImmediate(runOne);
  };
}

const runInTurn = createTurns();

/** Resolves in a turn of the event loop that no other caller gets. */
export function takeTurn(): Promise<void> {
  return new Promise(runInTurn);
}
