import type { JSX } from "preact";
import type { MeetingCostResponse } from "../../../../tools/meeting-cost/schema.ts";
import { ToolHeadline } from "../../../result/Headline.tsx";
import { formatMoney } from "../../../result/number.ts";
import type { ResultViewProps } from "../../kit.ts";
import { MeetingClock } from "./MeetingClock.tsx";

/** The result of a meeting: the cost of a year, the share of each row, and a running clock. */
export function MeetingCost({ view, response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as MeetingCostResponse;
  const { totalCost, costPerHour, attendees, currency, annualCost } = output;
  const each = Math.round((totalCost / Math.max(attendees, 1)) * 100) / 100;
  const facts: [string, string][] = [
    ["People", String(attendees)],
    ["Each, on average", formatMoney(each, currency)],
    ["An hour", formatMoney(costPerHour, currency)],
  ];
  return (
    <>
      <ToolHeadline view={view} response={response} />
      <div class="meeting">
        {annualCost !== undefined && (
          <p class="annual">
            <strong>{formatMoney(annualCost, currency)}</strong> a year
          </p>
        )}
        <Shares output={output} />
        <dl class="facts">
          {facts.map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <MeetingClock
          totalCost={totalCost}
          durationMs={output.durationMinutes * 60_000}
          currency={currency}
        />
      </div>
    </>
  );
}

/** Rows that a page shows, because each is drawn with every change. */
const MAX_ROWS = 100;

/** The cost of each row of people, as a figure and a bar. */
function Shares({ output }: { output: MeetingCostResponse }): JSX.Element {
  const { breakdown, totalCost, currency } = output;
  const hiddenRows = breakdown.length - MAX_ROWS;
  return (
    <table class="shares">
      <caption class="unseen">What each row of people costs</caption>
      <tbody>
        {breakdown.slice(0, MAX_ROWS).map(({ name, role, cost }, index) => {
          const share = totalCost === 0 ? 0 : (cost / totalCost) * 100;
          return (
            <tr key={index}>
              <th scope="row">
                <span dir="auto">{name ?? role ?? `Row ${index + 1}`}</span>
                {name !== null && role !== null && <small dir="auto">{role}</small>}
              </th>
              <td class="bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect y="1" width={share} height="8" />
                </svg>
              </td>
              <td class="number share">{Math.round(share)}%</td>
              <td class="number">{formatMoney(cost, currency)}</td>
            </tr>
          );
        })}
        {hiddenRows > 0 && (
          <tr>
            <th scope="row" colSpan={4}>
              {hiddenRows} more rows are part of the total but not shown here.
            </th>
          </tr>
        )}
      </tbody>
    </table>
  );
}
