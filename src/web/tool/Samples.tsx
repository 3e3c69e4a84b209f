import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import type { Sample } from "./samples.ts";

/** The same request as code, a tab for each way to send it. */
export function Samples({ samples }: { samples: readonly Sample[] }): JSX.Element {
  const chosen = useSignal(samples[0]?.id);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = samples.findIndex(({ id }) => id === chosen.value);
    const next = samples.at((at + step) % samples.length);
    chosen.value = next?.id;
    document.getElementById(`tab-${next?.id ?? ""}`)?.focus();
  };
  return (
    <section class="panel samples" aria-labelledby="samples-title">
      <header>
        <h2 id="samples-title">In your code</h2>
        <div role="tablist" aria-labelledby="samples-title" onKeyDown={move}>
          {samples.map(({ id, title }) => (
            <button
              type="button"
              role="tab"
              key={id}
              id={`tab-${id}`}
              aria-controls={`sample-${id}`}
              aria-selected={id === chosen.value}
              tabIndex={id === chosen.value ? 0 : -1}
              onClick={() => (chosen.value = id)}
            >
              {title}
            </button>
          ))}
        </div>
      </header>
      {samples.map(({ id, title, code }) => (
        <div
          key={id}
          class="sample"
          role="tabpanel"
          id={`sample-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== chosen.value}
        >
          <Copy text={code} what={`the ${title} sample`} />
          <pre tabIndex={0}>{code}</pre>
        </div>
      ))}
    </section>
  );
}
