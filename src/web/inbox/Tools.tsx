import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import type { InboxAccess } from "./access.ts";
import { lazy } from "./lazy.tsx";

interface ToolsProps {
  inbox: InboxAccess;
  /** Called after the inbox was deleted. */
  onDelete(): void;
}

const TOOLS: readonly [title: string, Content: ComponentType<ToolsProps>][] = [
  ["Respond", lazy<ToolsProps>((parts) => parts.PlanEditor)],
  ["Forward", lazy<ToolsProps>((parts) => parts.Forward)],
  ["Export", lazy<ToolsProps>((parts) => parts.Export)],
  ["Delete", lazy<ToolsProps>((parts) => parts.Delete)],
];

/** The tools of an inbox as a row of buttons, of which each opens its form below. */
export function Tools(props: ToolsProps): JSX.Element {
  const open = useSignal("");
  // A form that was opened stays, so that it keeps what was typed.
  const opened = useSignal<readonly string[]>([]);
  const toggle = (title: string) => {
    open.value = open.value === title ? "" : title;
    if (!opened.value.includes(title)) opened.value = [...opened.value, title];
  };
  return (
    <section class="workbench scripted" aria-label="Tools of this inbox">
      <p class="toolbar">
        {TOOLS.map(([title]) => (
          <button
            type="button"
            key={title}
            class="quiet"
            aria-expanded={open.value === title}
            onClick={() => toggle(title)}
          >
            {title}
          </button>
        ))}
      </p>
      {TOOLS.filter(([title]) => opened.value.includes(title)).map(([title, Content]) => (
        <div key={title} hidden={open.value !== title}>
          <Content {...props} />
        </div>
      ))}
    </section>
  );
}
