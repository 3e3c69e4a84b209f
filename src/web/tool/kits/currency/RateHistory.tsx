import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SeriesDay } from "../../../../tools/currency/schema.ts";
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

/** Periods in days. The API's series end at 366. */
const PERIODS: readonly (readonly [title: string, days: number])[] = [
  ["1 month", 30],
  ["3 months", 91],
  ["1 year", 365],
];

const FIRST_PERIOD = 91;

const DAY_MS = 86_400_000;

/**
 * The history of a rate. Where a quota is enforced, nothing is requested until a period is chosen.
 */
export function RateHistory({ view, ...pair }: HistoryProps): JSX.Element {
  const period = useSignal(view.showsQuota ? undefined : FIRST_PERIOD);
  const chart = useSignal<ChartProps | undefined>(undefined);
  const problem = useSignal("");
  const newest = useRef(0);
  const load = async (length: number) => {
    period.value = length;
    const turn = ++newest.current;
    const series = await fetchSeries(view, pair, length);
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
          {PERIODS.map(([title, length]) => (
            <button
              type="button"
              class="button"
              key={title}
              aria-pressed={period.value === length}
              onClick={() => void load(length)}
            >
              {title}
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

async function fetchSeries(
  view: ToolView,
  { from, to, asOf }: Pair,
  length: number,
): Promise<{ days?: SeriesDay[]; problem?: string }> {
  const start = new Date(Date.parse(asOf) - length * DAY_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams({ from, to, start, end: asOf });
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
