import type { JSX } from "preact";
import type { Attempt } from "../../domain/rehearsal/deliver.ts";
import { formatDuration } from "../shell/time.ts";

interface AttemptsProps {
  attempts: readonly Attempt[];
  isSending: boolean;
}

/** Returns true for an attempt that the receiver acknowledged. */
function isAcknowledged({ outcome }: Attempt): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300;
}

/** The attempts of one event, and what became of it. */
export function Attempts({ attempts, isSending }: AttemptsProps): JSX.Element {
  const last = attempts.at(-1);
  return (
    <div role="status">
      {last && <Verdict last={last} isSending={isSending} />}
      <ol class="attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <span class="none">{attempt.number}</span>
            <b class={isAcknowledged(attempt) ? "good" : "bad"}>
              {"status" in attempt.outcome
                ? attempt.outcome.status || "Redirect, not followed"
                : "No response"}
            </b>
            <span class="none">{attempt.outcome.ms} ms</span>
            {"body" in attempt.outcome && attempt.outcome.body !== "" && (
              <pre tabIndex={0}>{attempt.outcome.body}</pre>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Verdict({ last, isSending }: { last: Attempt; isSending: boolean }): JSX.Element {
  const { number, nextInSeconds } = last;
  const count = number === 1 ? "the first attempt" : `attempt ${number}`;
  if (isAcknowledged(last)) {
    return (
      <p class="verdict good">
        <strong>Acknowledged</strong> on {count}
      </p>
    );
  }
  if (isSending && nextInSeconds !== undefined) {
    return (
      <p class="verdict">
        <strong>Attempt {number + 1}</strong> follows after {formatDelay(nextInSeconds)}
      </p>
    );
  }
  return (
    <p class="verdict bad">
      <strong>Not acknowledged</strong> after {number === 1 ? "one attempt" : `${number} attempts`}
    </p>
  );
}

/** Formats seconds, which may be less than one. */
export function formatDelay(seconds: number): string {
  return seconds < 10 ? `${Number(seconds.toPrecision(2))} s` : formatDuration(Math.round(seconds));
}
