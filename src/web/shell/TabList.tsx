import type { JSX } from "preact";

interface TabListProps<T extends string> {
  /** The titles of the tabs by their ids, in order. */
  titles: Readonly<Partial<Record<T, string>>>;
  current: T;
  /** The beginning of the ids of the tabs' panels. */
  panels: string;
  select(id: T): void;
  class?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
}

/** A row of tabs; arrow keys select the tab before or after the current one. */
export function TabList<T extends string>(props: TabListProps<T>): JSX.Element {
  const { titles, current, panels, select, ...rest } = props;
  const ids = Object.keys(titles) as T[];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const id = ids.at((ids.indexOf(current) + step) % ids.length) ?? current;
    select(id);
    document.getElementById(`tab-${id}`)?.focus();
  };
  return (
    <div {...rest} role="tablist" onKeyDown={move}>
      {ids.map((id) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-controls={panels + id}
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          onClick={() => select(id)}
        >
          {titles[id]}
        </button>
      ))}
    </div>
  );
}
