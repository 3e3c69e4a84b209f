import type { JSX } from "preact";
import type { SeriesDay } from "../../../../tools/currency/schema.ts";
import { useMemo } from "preact/hooks";
import { TableHead } from "../../../shell/TableHead.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { listTicks } from "./chart-ticks.ts";
import { formatDay, formatRate } from "./format-rates.ts";

/** The rates of one currency in another, day by day. */
export interface ChartProps {
  from: string;
  to: string;
  days: readonly SeriesDay[];
}

interface Day {
  date: string;
  rate: number;
}

/** A line chart with a slider that reads single days, and the same figures as a table. */
export function RateChart({ from, to, days }: ChartProps): JSX.Element {
  const at = useSignal<number | undefined>(undefined);
  const { rates, low, high } = useMemo(() => readRates(days, to), [days, to]);
  const last = rates.length - 1;
  const index = Math.min(at.value ?? last, last);
  const chosen = rates[index];
  if (!chosen || !low || !high) return <p>There are no rates in this period.</p>;
  return (
    <figure class="chart">
      <p class="readout">
        <b>
          1 {from} = {formatRate(chosen.rate)} {to}
        </b>{" "}
        <span>{formatDay(chosen.date)}</span>
      </p>
      <div class="plot">
        <Lines rates={rates} range={[low.rate, high.rate]} marked={index} />
        <input
          type="range"
          aria-label="Day"
          min={0}
          max={last}
          value={index}
          aria-valuetext={`${formatDay(chosen.date)}: ${formatRate(chosen.rate)}`}
          onInput={({ currentTarget }) => (at.value = Number(currentTarget.value))}
          onPointerMove={({ currentTarget, offsetX }) => {
            const share = offsetX / currentTarget.clientWidth;
            at.value = Math.round(Math.min(Math.max(share, 0), 1) * last);
          }}
        />
      </div>
      <DayAxis rates={rates} />
      <figcaption>
        Lowest {formatRate(low.rate)} on {formatDay(low.date)}, highest {formatRate(high.rate)} on{" "}
        {formatDay(high.date)}.
      </figcaption>
      <Table from={from} to={to} rates={rates} />
    </figure>
  );
}

/** Returns the rates of a currency by day, with the lowest and the highest one. */
function readRates(days: readonly SeriesDay[], to: string) {
  const rates = days.flatMap(({ date, rates: { [to]: rate } }) =>
    rate === undefined ? [] : [{ date, rate }],
  );
  const sorted = rates.toSorted((left, right) => left.rate - right.rate);
  return { rates, low: sorted[0], high: sorted.at(-1) };
}

interface LinesProps {
  rates: readonly Day[];
  /** The lowest and the highest rate. */
  range: readonly [low: number, high: number];
  /** The index of the day that the marker shows. */
  marked: number;
}

const WIDTH = 640;
const HEIGHT = 200;

/** Share of the chart above the highest rate and below the lowest one. */
const MARGIN = 1 / 12;

/** The line of the rates over a scale of round numbers. */
function Lines({ rates, range: [low, high], marked }: LinesProps): JSX.Element {
  const toX = (index: number) => round((index * WIDTH) / Math.max(rates.length - 1, 1));
  const toShare = (rate: number) =>
    1 - MARGIN - ((rate - low) / (high - low || 1)) * (1 - 2 * MARGIN);
  const ticks = listTicks(low, high).map(({ value, text }) => ({ text, share: toShare(value) }));
  const line = `M${rates.map(({ rate }, index) => `${toX(index)} ${round(toShare(rate) * HEIGHT)}`).join("L")}`;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {ticks.map(({ text, share }) => (
          <line
            key={text}
            class="grid"
            x2={WIDTH}
            y1={round(share * HEIGHT)}
            y2={round(share * HEIGHT)}
          />
        ))}
        <path class="area" d={`${line}V${HEIGHT}H0Z`} />
        <path class="line" d={line} />
        <line class="marker" x1={toX(marked)} x2={toX(marked)} y1="0" y2={HEIGHT} />
      </svg>
      {/* A picture of its own, because the other one is stretched. */}
      <svg class="scale" aria-hidden="true">
        {ticks.map(({ text, share }) => (
          <text key={text} y={`${round(share * 100)}%`} dy="-0.3em">
            {text}
          </text>
        ))}
      </svg>
    </>
  );
}

/** Days below the chart. */
const DAY_LABELS = 4;

function DayAxis({ rates }: { rates: readonly Day[] }): JSX.Element {
  const last = rates.length - 1;
  const count = Math.min(DAY_LABELS, rates.length);
  const indexes = Array.from({ length: count }, (_, at) =>
    Math.round((at * last) / Math.max(count - 1, 1)),
  );
  // A year has the same days twice.
  const isLong = last > 200;
  return (
    <p class="axis" aria-hidden="true">
      {indexes.map((index) => (
        <span key={index}>
          {formatDay(
            rates[index]?.date ?? "",
            isLong ? { month: "short", day: undefined } : { month: "short", year: undefined },
          )}
        </span>
      ))}
    </p>
  );
}

function Table({ from, to, rates }: { from: string; to: string; rates: Day[] }): JSX.Element {
  return (
    <details>
      <summary>Show as table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={`${from} to ${to} by day`}>
        <table>
          <TableHead columns={["Day", [`${to} for 1 ${from}`, "number"]]} />
          <tbody>
            {rates.toReversed().map(({ date, rate }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td class="number">{rate}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
