import type { JSX } from "preact";
import { TableHead } from "../shell/TableHead.tsx";
import type { LedgerEntry } from "./entry.ts";
import { formatExactMoney } from "./format-money.ts";
import { computeYears, type YearTotals } from "./totals.ts";

/** The totals of each year by tax rate. */
export function Years({ entries }: { entries: readonly LedgerEntry[] }): JSX.Element | null {
  const years = computeYears(entries);
  if (years.length === 0) return null;
  return (
    <section class="panel years" aria-labelledby="years-title">
      <h2 id="years-title">Totals by year</h2>
      <p class="help">By date of issue. Credit notes are subtracted; quotes do not count.</p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="years-title">
        {years.map((totals) => (
          <Year key={totals.year + totals.currency} totals={totals} />
        ))}
      </div>
    </section>
  );
}

function Year({ totals }: { totals: YearTotals }): JSX.Element {
  const { year, currency, rates, net, total } = totals;
  const money = (amount: YearTotals["net"]) => formatExactMoney(amount, currency);
  return (
    <table>
      <caption>{`${year}, ${currency}`}</caption>
      <TableHead columns={["Tax rate", ["Net", "money"], ["Tax", "money"], ["Total", "money"]]} />
      <tbody>
        {rates.map(({ label, basis, tax }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="money">{money(basis)}</td>
            <td class="money">{money(tax)}</td>
            <td class="money">{money(basis.plus(tax))}</td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">All</th>
          <td class="money">{money(net)}</td>
          <td class="money">{money(total.minus(net))}</td>
          <td class="money">{money(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
