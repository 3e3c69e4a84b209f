import type { ComponentType, JSX } from "preact";
import type { ResultViewProps } from "../../kit.ts";
import { getCurrencyName } from "./codes.ts";
import { formatDay, formatAmount, rateText } from "./text.ts";
import type { ChartProps, SeriesDay } from "./RateChart.tsx";
import type { HistoryProps } from "./RateHistory.tsx";

interface Conversion {
  to: string;
  rate: number;
  inverse: number;
  result: number;
  kind: string;
  note: string | null;
}

interface Output {
  amount?: number | string;
  from: string;
  date?: string;
  asOf: string;
  source: string;
  results?: Conversion[];
  days?: SeriesDay[];
}

/** Parts whose scripts browsers load after the page's. */
interface Parts {
  Chart: ComponentType<ChartProps>;
  History: ComponentType<HistoryProps>;
}

/** Creates the result of currency conversions. */
export function createCurrencyResult(parts: Parts): ComponentType<ResultViewProps> {
  return (props) => <CurrencyResult {...props} {...parts} />;
}

/** A conversion: the amount in words and figures, how old its rate is, and the rate's history. */
function CurrencyResult({
  view,
  response,
  Chart,
  History,
}: ResultViewProps & Parts): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as Output;
  const { from, results = [], days, asOf } = output;
  if (days) return <Series from={from} days={days} Chart={Chart} />;
  const [main] = results;
  if (!main) return null;
  return (
    <>
      <Conversion output={output} main={main} />
      {results.length > 1 && <OtherCurrencies from={from} rows={results.slice(1)} />}
      {main.kind !== "same" && (
        <section class={view.showsQuota ? "history scripted" : "history charted scripted"}>
          <History view={view} from={from} to={main.to} asOf={asOf} />
        </section>
      )}
    </>
  );
}

function Conversion({ output, main }: { output: Output; main: Conversion }): JSX.Element {
  const { amount = 1, from, date = "", asOf, source } = output;
  const { to, result, rate, inverse } = main;
  return (
    <div class="conversion">
      <p class="highlight">
        <span class="lead">
          {formatAmount(amount, from)} {getCurrencyName(from)} is
        </span>{" "}
        <strong>{formatAmount(result, to)}</strong> <span>{getCurrencyName(to)}</span>
      </p>
      <p class="rates">
        <span>
          1 {from} = {rateText(rate)} {to}
        </span>
        <span>
          1 {to} = {rateText(inverse)} {from}
        </span>
      </p>
      <p class="help">
        {describeKind(main, source)} {describeDay(asOf, date)}
      </p>
    </div>
  );
}

/** Returns where a rate comes from, as a sentence. */
function describeKind({ kind, note }: Conversion, source: string): string {
  if (kind === "same") return "Both currencies are the same.";
  if (kind === "reference") return `Reference rate of the ${source}.`;
  if (kind === "cross") return `Computed from two reference rates of the ${source}.`;
  const basis = kind === "legal" ? "Fixed by EU law" : "Fixed rate";
  return note === null ? `${basis}.` : `${basis}: ${note}.`;
}

const DAY_MS = 86_400_000;

/** Returns the day of the rates and, if it is not the day asked for, how much older it is. */
function describeDay(asOf: string, date: string): string {
  const age = Math.round((Date.parse(date) - Date.parse(asOf)) / DAY_MS);
  const day = formatDay(asOf, { weekday: "long" });
  if (!(age > 0)) return `Rates of ${day}.`;
  return `Rates of ${day}, ${age === 1 ? "the day" : `${age} days`} before ${formatDay(date)}.`;
}

function OtherCurrencies({ from, rows }: { from: string; rows: Conversion[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Other currencies">
      <table class="others">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col" class="number">
              1 {from}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ to, result, rate }) => (
            <tr key={to}>
              <th scope="row">
                <b>{to}</b> {getCurrencyName(to)}
              </th>
              <td class="number">{formatAmount(result, to)}</td>
              <td class="number">{rateText(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
