import type { JSX } from "preact";
import type { CurrencyResponse, SeriesDay } from "../../../../tools/currency/schema.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ResultViewProps } from "../../kit.ts";

const components = () => import("./lazy-components.ts");

// Loaded with the first use of the page, because the next response needs it.
const Conversion = lazyPart(async () => (await components()).Conversion, {
  loadOn: "use",
  preloadOn: ["pointerover", "focusin"],
});
const Chart = lazyPart(async () => (await components()).RateChart);
const History = lazyPart(
  async () => {
    await waitUntilNear();
    return (await components()).RateHistory;
  },
  { isBrowserOnly: true },
);

/**
 * Resolves when the place of the history comes into view, because on a phone the form is above it.
 */
function waitUntilNear(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: "200px" },
    );
    observer.observe(document.querySelector(".history") as Element);
  });
}

/** A conversion and the history of its rate, or the charts of a series. */
export function CurrencyResult({ view, response, values }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as CurrencyResponse;
  const { from, results: [main] = [], days, asOf } = output;
  if (days) return <Series from={from} days={days} />;
  if (!main) return null;
  if (!values["to"]) return <Conversion output={output} isToAll />;
  return (
    <>
      <Conversion output={output} />
      {main.kind !== "same" && (
        <section class={view.showsQuota ? "history scripted" : "history charted scripted"}>
          <History view={view} from={from} to={main.to} asOf={asOf} />
        </section>
      )}
    </>
  );
}

/** The charts of a series that was asked for, one for each currency. */
function Series({ from, days }: SeriesProps): JSX.Element {
  const codes = [...new Set(days.flatMap(({ rates }) => Object.keys(rates)))];
  return (
    <>
      {codes.map((to) => (
        <section key={to} class="history">
          <h3>
            {from} to {to}
          </h3>
          <Chart from={from} to={to} days={days} />
        </section>
      ))}
    </>
  );
}

interface SeriesProps {
  from: string;
  days: SeriesDay[];
}
