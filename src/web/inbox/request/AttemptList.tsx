import type { ReadonlySignal, Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { listAttempts } from "../attempts.ts";
import { formatStatus, isFailure } from "../record.ts";

interface AttemptListProps {
  record: InboxRecord;
  records: ReadonlySignal<readonly InboxRecord[]>;
  picked: Signal<InboxRecord | undefined>;
}

/** The attempts of the request's event with their responses. Nothing for a single one. */
export function AttemptList({ record, records, picked }: AttemptListProps): JSX.Element | null {
  const attempts = listAttempts(record, () => records.value);
  if (attempts.length < 2) return null;
  return (
    <nav class="attempts scripted" aria-label="Attempts of this event">
      {attempts.map((attempt, index) => (
        <button
          key={attempt.id}
          type="button"
          class="quiet"
          aria-current={attempt.id === record.id ? "true" : undefined}
          onClick={() => (picked.value = attempt)}
        >
          Attempt {index + 1}{" "}
          {attempt.answered && (
            <b class={isFailure(attempt.answered) ? "answered failure" : "answered"}>
              {formatStatus(attempt.answered)}
            </b>
          )}
        </button>
      ))}
    </nav>
  );
}
