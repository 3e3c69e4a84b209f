import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { PROVIDERS, PROVIDERS_AS_OF } from "../../domain/rehearsal/providers.ts";
import {
  PROVIDER_NAMES,
  type ProviderName,
  SCHEME_TITLES,
} from "../../domain/webhook-signature/names.ts";
import { formatDelay } from "./Attempts.tsx";
import type { RehearsalState } from "./use-rehearsal.ts";

const SPEEDS = [1, 60, 3600];

/** The fields of an event: provider, example, target, secret, payload and retries. */
export function EventFields({ state }: { state: RehearsalState }): JSX.Element {
  const { provider, event, body, chooseProvider, chooseEvent } = state;
  const { events } = PROVIDERS[provider];
  const providers = PROVIDER_NAMES.map((name) => [name, SCHEME_TITLES[name]] as const);
  return (
    <>
      <div class="pair">
        <Choice
          id="provider"
          label="Send as"
          value={provider}
          options={providers}
          choose={(name) => chooseProvider(name as ProviderName)}
        />
        <Choice
          id="event"
          label="Event"
          value={event?.name ?? ""}
          options={events.map(({ name }) => [name, name] as const)}
          choose={chooseEvent}
        />
      </div>
      <TextField id="target" label="URL" value={state.target} inputMode="url" />
      <TextField id="secret" label="Signing secret" value={state.secret} />
      <p>
        <label for="payload">Payload</label>
        <textarea
          id="payload"
          rows={12}
          spellcheck={false}
          value={body.value}
          onInput={({ currentTarget }) => (body.value = currentTarget.value)}
        />
        <small class="help">
          Shortened from <a href={event?.source ?? ""}>the documentation</a>. Sent exactly as it
          stands here.
        </small>
      </p>
      <Retries provider={provider} speed={state.speed} />
    </>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  choose(value: string): void;
  disabled?: boolean;
  children?: ComponentChildren;
}

function Choice({ id, label, value, options, choose, disabled, children }: ChoiceProps) {
  return (
    <p>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {options.map(([option, title]) => (
          <option key={option} value={option} selected={option === value}>
            {title}
          </option>
        ))}
      </select>
      {children}
    </p>
  );
}

interface TextFieldProps {
  id: string;
  label: string;
  value: Signal<string>;
  inputMode?: "url";
}

function TextField({ id, label, value, inputMode }: TextFieldProps): JSX.Element {
  return (
    <p>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={inputMode}
        autocomplete="off"
        spellcheck={false}
        value={value.value}
        aria-describedby="send-problem"
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
    </p>
  );
}

/** The choice and the speed of retries, with the provider's schedule and its source. */
function Retries({ provider, speed }: { provider: ProviderName; speed: Signal<number> }) {
  const { text, source, delays, isPublished } = PROVIDERS[provider].retries;
  const hasNone = delays.length === 0;
  const speeds = SPEEDS.map(
    (factor) =>
      [String(factor), factor === 1 ? "As the provider does" : `${factor} times as fast`] as const,
  );
  return (
    <Choice
      id="retries"
      label="Retries"
      value={hasNone ? "0" : String(speed.value)}
      options={[["0", "None, send once"], ...speeds]}
      choose={(value) => (speed.value = Number(value))}
      disabled={hasNone}
    >
      <small class="help">
        {text} <a href={source}>Source</a>, as of {PROVIDERS_AS_OF}.
        {!isPublished && " The delays are not published; these fill that time:"}
        {!hasNone && ` ${delays.map(formatDelay).join(", ")}.`}
      </small>
    </Choice>
  );
}
