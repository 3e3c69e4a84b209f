import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DAY_MS, formatDay } from "../../../../lib/dates/date.ts";
import type { CurrencyRequest, SeriesDay } from "../../../../tools/currency/schema.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ToolView } from "../../view.ts";
import { type ChartProps, RateChart } from "./RateChart.tsx";

interface Pair {
  from: string;
  to: string;
  /** The last day of the chart. */
  asOf: string;
}

/** Props of the history of a rate. */
export interface HistoryProps extends Pair {
  view: ToolView;
}

interface Period {
  title: string;
  days: number;
  /** Long periods have fewer rates, as the API allows. */
  interval: CurrencyRequest["interval"];
}

const PERIODS: readonly Period[] = [
  { title: "1 month", days: 30, interval: "day" },
  { title: "3 months", days: 91, interval: "day" },
  { title: "1 year", days: 365, interval: "day" },
  { title: "5 years", days: 1826, interval: "week" },
  { title: "All", days: Infinity, interval: "month" },
];

const FIRST_PERIOD = PERIODS[1];

/**
 * The history of a rate. Where a quota is enforced, nothing is requested until a period is chosen.
 */
export function RateHistory({ view, ...pair }: HistoryProps): JSX.Element {
  const period = useSignal(view.showsQuota ? undefined : FIRST_PERIOD);
  const chart = useSignal<ChartProps | undefined>(undefined);
  const problem = useSignal("");
  const newest = useRef(0);
  const load = async (chosen: Period) => {
    period.value = chosen;
    const turn = ++newest.current;
    const series = await fetchSeries(view, pair, chosen);
    // Another period was chosen while this one was loaded.
    if (turn !== newest.current) return;
    problem.value = series.problem ?? "";
    if (series.days) chart.value = { days: series.days, from: pair.from, to: pair.to };
  };
  useEffect(() => {
    if (period.value !== undefined) void load(period.value);
  }, [pair.from, pair.to, pair.asOf]);
  return (
    <>
      <header>
        <h3 id="history-title">
          {pair.from} to {pair.to}, history
        </h3>
        <div role="group" aria-labelledby="history-title" class="buttons">
          {PERIODS.map((choice) => (
            <button
              type="button"
              class="button"
              key={choice.title}
              aria-pressed={period.value === choice}
              onClick={() => void load(choice)}
            >
              {choice.title}
            </button>
          ))}
        </div>
      </header>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {chart.value && <RateChart {...chart.value} />}
      {chart.value && <CsvButton {...chart.value} />}
    </>
  );
}

/** Downloads the days of the chart, oldest first, as a table with the rates of one currency. */
function CsvButton({ days, from, to }: ChartProps): JSX.Element {
  const save = async () => {
    const { downloadText } = await import("../../../result/export-actions.ts");
    const rows = days.flatMap(({ date, rates: { [to]: rate } }) =>
      rate === undefined ? [] : [`${date},${rate}\r\n`],
    );
    const [start, end] = [days.at(0)?.date, days.at(-1)?.date];
    return downloadText(
      `date,${from}/${to}\r\n${rows.join("")}`,
      `${from}-${to}-${start}-${end}.csv`,
    );
  };
  return <ActionButton label="Download CSV" done="Downloaded" run={save} />;
}

interface Series {
  days?: readonly SeriesDay[];
  problem?: string;
}

/** The first day with rates of the European Central Bank. */
const FIRST_DAY_MS = Date.UTC(1999, 0, 4);

async function fetchSeries(
  view: ToolView,
  { from, to, asOf }: Pair,
  { days, interval }: Period,
): Promise<Series> {
  const startMs = Math.max(Date.parse(asOf) - days * DAY_MS, FIRST_DAY_MS);
  const start = formatDay(startMs / DAY_MS);
  const query = new URLSearchParams({ from, to, start, end: asOf, interval });
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(`${view.apiPath}?${query.toString()}`, { headers });
    const body = (await response.json()) as { days?: SeriesDay[]; error?: string };
    if (body.days === undefined) return { problem: body.error ?? "There is no history." };
    return { days: body.days };
  } catch {
    return { problem: "The server did not respond. Try again." };
  }
}
