import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../../shell/signal.ts";
import type { ToolView } from "../view.ts";
import { formatDay, rateText } from "./currency-text.ts";

/** The rates of a day, by currency. */
export interface SeriesDay {
  date: string;
  rates: Record<string, number>;
}

interface Pair {
  from: string;
  to: string;
  /** The last day of the chart. */
  asOf: string;
}

/** Periods in days. The API's series end at 366. */
const PERIODS: readonly (readonly [title: string, days: number])[] = [
  ["1 month", 30],
  ["3 months", 91],
  ["1 year", 365],
];

const DAY_MS = 86_400_000;

/** The history of a rate. It is requested when a period is chosen, because that counts as a use of the API. */
export function RateHistory({ view, pair }: { view: ToolView; pair: Pair }): JSX.Element {
  const period = useSignal<number | undefined>(undefined);
  const shown = useSignal<ChartProps | undefined>(undefined);
  const problem = useSignal("");
  const newest = useRef(0);
  const load = async (length: number) => {
    period.value = length;
    const turn = ++newest.current;
    const found = await fetchSeries(view, pair, length);
    // Another period was chosen while this one was loaded.
    if (turn !== newest.current) return;
    problem.value = found.problem ?? "";
    if (found.days) shown.value = { days: found.days, from: pair.from, to: pair.to };
  };
  useEffect(() => {
    if (period.value !== undefined) void load(period.value);
  }, [pair.from, pair.to, pair.asOf]);
  return (
    <section class="history scripted" aria-labelledby="history-title">
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
      {shown.value && <RateChart {...shown.value} />}
    </section>
  );
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
    const response = await fetch(`${view.path}?${query.toString()}`, { headers });
    const body = (await response.json()) as { days?: SeriesDay[]; error?: string };
    if (body.days === undefined) return { problem: body.error ?? "There is no history." };
    return { days: body.days };
  } catch {
    return { problem: "The server did not respond. Try again." };
  }
}

const WIDTH = 640;
const HEIGHT = 200;

interface ChartPoint {
  date: string;
  rate: number;
  x: number;
  y: number;
}

/** A line chart with a slider that reads single days, and the same figures as a table. */
export function RateChart({ from, to, days }: ChartProps): JSX.Element | null {
  const at = useSignal<number | undefined>(undefined);
  const known = days.filter(({ rates }) => rates[to] !== undefined);
  const points = toPoints(known.map(({ date, rates }) => ({ date, rate: rates[to] ?? 0 })));
  const last = points.length - 1;
  const chosen = points[Math.min(at.value ?? last, last)];
  const [first] = points;
  if (!first || !chosen) return <p>There are no rates in this period.</p>;
  const sorted = points.toSorted((one, other) => one.rate - other.rate);
  const [low = first, high = first] = [sorted[0], sorted.at(-1)];
  return (
    <figure class="chart">
      <p class="readout">
        <b>
          1 {from} = {rateText(chosen.rate)} {to}
        </b>{" "}
        <span>{formatDay(chosen.date)}</span>
      </p>
      <div class="plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="area" d={`${formatLinePath(points)}V${HEIGHT}H0Z`} />
          <path class="line" d={formatLinePath(points)} />
          <line class="marker" x1={chosen.x} x2={chosen.x} y1="0" y2={HEIGHT} />
        </svg>
        <input
          type="range"
          aria-label="Day"
          min={0}
          max={last}
          value={at.value ?? last}
          aria-valuetext={`${formatDay(chosen.date)}: ${rateText(chosen.rate)}`}
          onInput={({ currentTarget }) => (at.value = Number(currentTarget.value))}
          onPointerMove={({ currentTarget, offsetX }) => {
            const share = offsetX / currentTarget.clientWidth;
            at.value = Math.round(Math.min(Math.max(share, 0), 1) * last);
          }}
        />
      </div>
      <p class="axis">
        <span>{formatDay(first.date)}</span>
        <span>{formatDay(points[last]?.date ?? first.date)}</span>
      </p>
      <figcaption>
        Lowest {rateText(low.rate)} on {formatDay(low.date)}, highest {rateText(high.rate)} on{" "}
        {formatDay(high.date)}.
      </figcaption>
      <details>
        <summary>Show as table</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={`${from} to ${to} by day`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col" class="number">
                  {to} for 1 {from}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ date, rate }) => (
                <tr key={date}>
                  <th scope="row">{date}</th>
                  <td class="number">{rate}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface ChartProps {
  from: string;
  to: string;
  days: readonly SeriesDay[];
}

/** Places rates on the chart: the days evenly, the lowest and the highest rate near the edges. */
function toPoints(rates: readonly { date: string; rate: number }[]): ChartPoint[] {
  const values = rates.map(({ rate }) => rate);
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const margin = HEIGHT / 12;
  const step = WIDTH / Math.max(rates.length - 1, 1);
  return rates.map(({ date, rate }, index) => ({
    date,
    rate,
    x: round(index * step),
    y: round(HEIGHT - margin - ((rate - least) / span) * (HEIGHT - 2 * margin)),
  }));
}

function formatLinePath(points: readonly ChartPoint[]): string {
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
