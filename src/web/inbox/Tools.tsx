import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { InboxAccess } from "./Detail.tsx";
import { OnDemand } from "./OnDemand.tsx";

interface ToolsProps {
  inbox: InboxAccess;
  /** Called after the inbox was deleted. */
  onDelete(): void;
}

/** The tools of an inbox: respond, forward, export and delete. */
export function Tools({ inbox, onDelete }: ToolsProps): JSX.Element {
  return (
    <section class="workbench scripted" aria-label="Tools of this inbox">
      <Tool title="Respond" summary="Choose what senders get: errors, delays, challenges">
        <OnDemand>{({ PlanEditor }) => <PlanEditor inbox={inbox} />}</OnDemand>
      </Tool>
      <Tool title="Forward" summary="Send every request on to your machine">
        <OnDemand>{({ Forward }) => <Forward inbox={inbox} />}</OnDemand>
      </Tool>
      <Tool title="Export" summary="Download all requests">
        <OnDemand>{({ Export }) => <Export inbox={inbox} />}</OnDemand>
      </Tool>
      <Tool title="Delete" summary="Delete all requests">
        <OnDemand>{({ Delete }) => <Delete inbox={inbox} onDelete={onDelete} />}</OnDemand>
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
    <details
      class="panel"
      onToggle={({ currentTarget }) => (wasOpened.value ||= currentTarget.open)}
    >
      <summary>
        <b>{title}</b> <span class="none">{summary}</span>
      </summary>
      {wasOpened.value && children}
    </details>
  );
}
