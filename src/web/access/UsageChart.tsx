import type { JSX } from "preact";
import type { UsageDay } from "../../domain/access/usage-report.ts";
import { TableHead } from "../shell/TableHead.tsx";

const WIDTH = 620;
const HEIGHT = 120;
const GAP = 4;

/** Bars of the days' totals. The table beside it has the numbers. */
export function UsageChart({ days }: { days: readonly UsageDay[] }): JSX.Element {
  const max = Math.max(1, ...days.map(({ total }) => total));
  const step = WIDTH / Math.max(1, days.length);
  const first = days[0]?.date ?? "";
  const last = days.at(-1)?.date ?? "";
  const sum = days.reduce((total, day) => total + day.total, 0);
  return (
    <figure class="usage-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${sum} requests from ${first} to ${last}, at most ${max} a day.`}
      >
        {days.map(({ date, total }, index) => {
          const height = (total / max) * (HEIGHT - 1);
          return (
            <rect
              key={date}
              x={round(index * step + GAP / 2)}
              y={round(HEIGHT - height)}
              width={round(step - GAP)}
              height={round(height)}
              fill="currentColor"
            >
              <title>{`${date}: ${total}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The numbers of the days with requests, newest first. */
export function UsageTable({ days }: { days: readonly UsageDay[] }): JSX.Element {
  const used = days.filter(({ total }) => total > 0).toReversed();
  if (used.length === 0) return <p class="empty">No requests in this time.</p>;
  return (
    <div class="table" role="region" aria-label="Requests by day" tabIndex={0}>
      <table>
        <TableHead columns={["Day (UTC)", ["Requests", "number"], "By tool"]} />
        <tbody>
          {used.map(({ date, total, tools }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td class="number">{total}</td>
              <td>{formatTools(tools)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatTools(tools: UsageDay["tools"]): string {
  return Object.entries(tools)
    .toSorted(([, one], [, other]) => other - one)
    .map(([tool, count]) => `${tool} ${count}`)
    .join(", ");
}
