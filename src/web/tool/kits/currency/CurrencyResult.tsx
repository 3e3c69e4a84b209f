import type { ComponentType, JSX } from "preact";
import type { CurrencyResponse, SeriesDay } from "../../../../tools/currency/schema.ts";
import type { ResultViewProps } from "../../kit.ts";
import type { ChartProps } from "./RateChart.tsx";
import type { HistoryProps } from "./RateHistory.tsx";

/** Parts whose scripts browsers load after the page's. */
interface Parts {
  Conversion: ComponentType<{ output: CurrencyResponse }>;
  Chart: ComponentType<ChartProps>;
  History: ComponentType<HistoryProps>;
}

/** Creates the result of currency conversions. */
export function createCurrencyResult(parts: Parts): ComponentType<ResultViewProps> {
  return (props) => <CurrencyResult {...props} {...parts} />;
}

/** A conversion and the history of its rate, or the charts of a series. */
function CurrencyResult({
  view,
  response,
  Conversion,
  Chart,
  History,
}: ResultViewProps & Parts): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as CurrencyResponse;
  const { from, results: [main] = [], days, asOf } = output;
  if (days) return <Series from={from} days={days} Chart={Chart} />;
  if (!main) return null;
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
function Series({ from, days, Chart }: SeriesProps): JSX.Element {
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

interface SeriesProps extends Pick<Parts, "Chart"> {
  from: string;
  days: SeriesDay[];
}
