import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { InboxAccess } from "./request/Detail.tsx";
import { lazy } from "./lazy.tsx";

interface ToolsProps {
  inbox: InboxAccess;
  /** Called after the inbox was deleted. */
  onDelete(): void;
}

const Delete = lazy((parts) => parts.Delete);
const Export = lazy((parts) => parts.Export);
const Forward = lazy((parts) => parts.Forward);
const PlanEditor = lazy((parts) => parts.PlanEditor);

/** The tools of an inbox: respond, forward, export and delete. */
export function Tools({ inbox, onDelete }: ToolsProps): JSX.Element {
  return (
    <section class="panel workbench scripted" aria-label="Tools of this inbox">
      <Tool title="Respond" summary="Choose what senders get: errors, delays, challenges">
        <PlanEditor inbox={inbox} />
      </Tool>
      <Tool title="Forward" summary="Send every request on to your machine">
        <Forward inbox={inbox} />
      </Tool>
      <Tool title="Export" summary="Download all requests">
        <Export inbox={inbox} />
      </Tool>
      <Tool title="Delete" summary="Remove all requests and the response plan">
        <Delete inbox={inbox} onDelete={onDelete} />
      </Tool>
    </section>
  );
}

interface ToolProps {
  title: string;
  summary: string;
  children: ComponentChildren;
}

/** A panel whose content is created when it is opened first. */
function Tool({ title, summary, children }: ToolProps): JSX.Element {
  const wasOpened = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (wasOpened.value ||= currentTarget.open)}>
      <summary>
        <b>{title}</b> <span class="none">{summary}</span>
      </summary>
      {wasOpened.value && children}
    </details>
  );
}
