import type { JSX } from "preact";
import type { LedgerEntry } from "./entry.ts";
import { formatExactMoney } from "./format-money.ts";
import { computeOpen } from "./totals.ts";

interface OpenAmountsProps {
  entries: readonly LedgerEntry[];
  today: string;
}

/** The open amounts of all clients and their overdue part, by currency. */
export function OpenAmounts({ entries, today }: OpenAmountsProps): JSX.Element {
  const sums = computeOpen(entries, today);
  return (
    <ul class="open-amounts" aria-label="To be paid">
      {sums.map(({ currency, open, overdue }) => (
        <li key={currency}>
          <strong>{formatExactMoney(open, currency)}</strong> open
          {overdue.gt(0) && (
            <span class="overdue">{`, ${formatExactMoney(overdue, currency)} overdue`}</span>
          )}
        </li>
      ))}
      {sums.length === 0 && entries.length > 0 && <li>Nothing to be paid.</li>}
    </ul>
  );
}
