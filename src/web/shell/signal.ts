import { useEffect, useReducer, useRef } from "preact/hooks";

/** A value that notifies listeners of changes. */
export interface ReadonlySignal<T> {
  readonly value: T;
  /** Calls `listener` after each change. Returns the function that unsubscribes it. */
  onChange(listener: () => void): () => void;
}

/** A value whose assignment notifies its subscribers. */
export interface Signal<T> extends ReadonlySignal<T> {
  value: T;
}

/**
 * Creates a signal. The subset of `@preact/signals` that tool pages need, at a tenth of its size.
 */
function signal<T>(initial: T): Signal<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns a signal of this component, which renders again when it changes, and with it everything
 * below.
 */
export function useSignal<T>(initial: T): Signal<T> {
  const [, render] = useReducer<number, void>((count) => count + 1, 0);
  const state = useRef<Signal<T> | undefined>(undefined);
  if (!state.current) {
    state.current = signal(initial);
    state.current.onChange(() => render());
  }
  return state.current;
}

/**
 * Returns the value of a signal of another component tree, and renders again when it changes. The
 * first render has `first`, so that hydration finds what the server rendered.
 */
export function useValue<T>(source: ReadonlySignal<T>, first: T): T {
  const [, render] = useReducer<number, void>((count) => count + 1, 0);
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
    render();
    return source.onChange(() => render());
  }, [source]);
  return isFirst.current ? first : source.value;
}
