import type { JSX } from "preact";
import { PROVIDERS } from "../../domain/rehearsal/providers.ts";
import { SIGNATURE_HEADERS } from "../../domain/rehearsal/signature-headers.ts";
import type { ProviderName } from "../../domain/webhook-signature/names.ts";
import { Command } from "../inbox/Command.tsx";
import { BlockedByBrowser } from "../inbox/request/BlockedByBrowser.tsx";
import { quoteArgument } from "../inbox/request/replay-request.ts";
import { Attempts } from "./Attempts.tsx";
import { EventFields } from "./EventFields.tsx";
import { formatBody, type RehearsalState, useRehearsal } from "./use-rehearsal.ts";

export interface RehearsalProps {
  /** URL of the script that signs and sends; undefined when it was not built. */
  script?: string;
}

/** Signs an event in the browser and sends it, with retries, to a program on this machine. */
export function Rehearsal({ script }: RehearsalProps): JSX.Element {
  const state = useRehearsal(script);
  const { problem, isSending } = state;
  return (
    <div class="rehearsal">
      <form
        class="panel"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (isSending) return state.stop();
          void state.send();
          showAttempts();
        }}
      >
        <EventFields state={state} />
        <p class="problem" id="send-problem" role="alert">
          {problem}
        </p>
        <button class="primary">{isSending ? "Stop" : "Send event"}</button>
      </form>
      <Outcome state={state} />
    </div>
  );
}

/** On narrow screens, scrolls to the attempts, which are below the form. */
function showAttempts(): void {
  if (matchMedia("(max-width: 60rem)").matches)
    document.querySelector(".outcome")?.scrollIntoView();
}

/** The attempts, what to do about a browser that blocks them, and the same as a command. */
function Outcome({ state }: { state: RehearsalState }): JSX.Element {
  const { attempts, isSending, form } = state;
  const last = attempts.at(-1);
  const isBlocked = last && "problem" in last.outcome && last.outcome.problem !== "stopped";
  const command = formatCommand(state);
  return (
    <section class="panel outcome" aria-label="Attempts">
      {attempts.length === 0 && (
        <p class="none">{isSending ? "Sending…" : "Send the event to see the response."}</p>
      )}
      <Attempts attempts={attempts} isSending={isSending} />
      {isBlocked && (
        <BlockedByBrowser
          request={{ url: form.url, method: "POST", headers: listHeaders(state) }}
          command={command}
        />
      )}
      {!isBlocked && (
        <>
          <h2>In a terminal</h2>
          <p class="help">To any host, with every header. The secret is read from a file.</p>
          <Command command={command} />
        </>
      )}
    </section>
  );
}

function formatCommand({ provider, event, body, speed, form }: RehearsalState): string {
  const isExample = body.value === formatBody(event);
  return [
    "sundry webhook send",
    provider,
    quoteArgument(form.url),
    `--event ${quoteArgument(event?.name ?? "")}`,
    ...(isExample ? [] : ["--body payload.json"]),
    ...(speed.value > 0 ? ["--retries"] : []),
    ...(speed.value > 1 ? [`--speed ${speed.value}`] : []),
    "--secret-file secret.txt",
  ].join(" ");
}

/** Lists the headers that a program must allow. Their values do not matter. */
function listHeaders({ provider, event }: RehearsalState): [name: string, value: string][] {
  const headers = { ...PROVIDERS[provider].headers, ...event?.headers };
  const names = Object.keys(headers).filter((name) => name !== "User-Agent");
  const more = MORE_HEADERS[provider] ?? [];
  const all = ["Content-Type", ...more, SIGNATURE_HEADERS[provider], ...names];
  return all.map((name) => [name, ""]);
}

/** The names of headers that signatures need beside their own. */
const MORE_HEADERS: Partial<Record<ProviderName, readonly string[]>> = {
  standard: ["webhook-id", "webhook-timestamp"],
  slack: ["X-Slack-Request-Timestamp"],
};
