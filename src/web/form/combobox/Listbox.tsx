import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface ListboxProps {
  id: string;
  label: string;
  values: readonly string[];
  /** The index of the value that Enter picks. */
  active: number;
  pick(value: string): void;
  render(value: string): ComponentChildren;
}

/** The list of a combobox, which keeps the focus. */
export function Listbox({ id, label, values, active, pick, render }: ListboxProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { children } = list.current as HTMLUListElement;
    children[active]?.scrollIntoView({ block: "nearest" });
  });
  return (
    <ul
      id={id}
      ref={list}
      role="listbox"
      aria-label={label}
      onPointerDown={keepFocus}
      onMouseDown={keepFocus}
    >
      {values.map((value, index) => (
        <li
          key={value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => pick(value)}
        >
          {render(value)}
        </li>
      ))}
    </ul>
  );
}

/** The press would move the focus, and with it close the list. */
function keepFocus(event: Event): void {
  event.preventDefault();
}
